import { Lexer, Parser, parse, stringify } from 'yaml'
import { doiUrl, parseDoi, storedDoi } from '../../kit/doi/index.ts'
import type { FileHash } from './manifest.ts'
import { outcomeHeadline } from './outcome-words.ts'
import type { Outcome, Result } from './report.ts'

/** Fields of a report in a `codecheck.yml` (CODECHECK configuration, version 1.0). */
export type CheckedReport = {
  doi: string
  paperTitle: string | null
  /** Authors of the paper, as far as its record names them. */
  authors: readonly { name: string; orcid: string | null }[]
  name: string | null
  status: Outcome | ''
  auditReport: string
  reproducibilityPackage: string | null
  results: readonly Result[]
  files: readonly FileHash[]
  /** ISO 8601; null while it is not sent. */
  checkedAt: string | null
  /** Address of the report; null while it is not sent. */
  report: string | null
}

/** Prefix of a manifest comment that marks a package file rather than a result. */
const hashMark = 'SHA-256 '

/** A report as the text of a `codecheck.yml`. */
export const writeCodecheck = (report: CheckedReport): string => {
  const { doi, paperTitle, authors, name, status, auditReport, reproducibilityPackage, results, files, checkedAt } =
    report
  const headline = status === '' ? null : outcomeHeadline(status, results)
  return stringify({
    version: 'https://codecheck.org.uk/spec/config/1.0/',
    paper: {
      ...(paperTitle !== null && { title: paperTitle }),
      ...(authors.length > 0 && {
        authors: authors.map(({ name, orcid }) => ({ name, ...(orcid !== null && { ORCID: orcid }) })),
      }),
      reference: doiUrl(storedDoi(doi)),
    },
    manifest: [
      ...results.map(({ claim, published, obtained, verdict }) => ({
        file: claim,
        comment: `${verdict}${published === '' ? '' : `; published: ${published}`}${obtained === '' ? '' : `; obtained: ${obtained}`}`,
      })),
      ...files.map(({ name, sha256 }) => ({ file: name, comment: `${hashMark}${sha256}` })),
    ],
    ...(name !== null && { codechecker: [{ name }] }),
    summary: headline === null ? auditReport : `${headline}.\n\n${auditReport}`,
    ...(reproducibilityPackage !== null && { repository: reproducibilityPackage }),
    ...(checkedAt !== null && { check_time: checkedAt }),
    ...(report.report !== null && { report: report.report }),
  })
}

/** Wizard fields found in a `codecheck.yml`; undefined if missing. */
export type ReadCodecheck = {
  auditorName?: string
  auditReport?: string
  reproducibilityPackage?: string
  results?: Result[]
  /** The paper it is about, where it names another than the page's. */
  otherDoi?: string
}

/** Parses a `codecheck.yml` of any version leniently; null if it is not one. */
export const readCodecheck = (text: string, doi: string): ReadCodecheck | null => {
  const found = parsed(text)
  if (!isRecord(found)) return null
  const known = ['version', 'paper', 'manifest', 'codechecker', 'summary', 'repository', 'certificate', 'report']
  if (!known.some(key => key in found)) return null
  const checkers = Array.isArray(found.codechecker) ? found.codechecker : [found.codechecker]
  const names = checkers.map(checker => (isRecord(checker) ? textOf(checker.name) : textOf(checker))).filter(isFilled)
  const repository = [found.repository].flat().map(textOf).find(isFilled)
  const paper = isRecord(found.paper) ? textOf(found.paper.reference) : undefined
  const named = paper === undefined ? null : parseDoi(paper)
  const results = (Array.isArray(found.manifest) ? found.manifest : [])
    .filter(isRecord)
    .filter(({ comment }) => !/^SHA-256 [\da-f]{64}$/i.test(textOf(comment) ?? ''))
    .map(resultOf)
    .filter(row => row.claim !== '')
  const summary = textOf(found.summary)
  return {
    ...(names.length > 0 && { auditorName: names.join(', ') }),
    ...(isFilled(summary) && { auditReport: summary.trim() }),
    ...(repository !== undefined && { reproducibilityPackage: repository }),
    ...(results.length > 0 && { results }),
    ...(named !== null && named !== doi && { otherDoi: named }),
  }
}

/** Limit for the text of a file, in UTF-16 code units: a report with all of its fields full has most of them. */
export const longestCodecheck = 200_000
/** Levels of nesting, as the parser counts them: two for each collection. */
const deepest = 100

/** Words in a row that open or mark a value (`?`, `-`, `a:`, `&a`, `!a`) without one, or divide values (`,`). */
const mostMarks = 50

const hasMarksInRow = (text: string): boolean => {
  let run = 0
  for (const [word] of text.matchAll(/[,[\]{}]|[^\s,[\]{}]+/g)) {
    run = /^[?,-]$|^[&*!]|:$/.test(word) ? run + 1 : 0
    if (run > mostMarks) return true
  }
  return false
}

/**
 * True if the text is YAML without errors of syntax or deep nesting. Stops at the first: the library takes time in the square of their
 * number, or worse, to compose what nests far deeper than any file of this kind, and to collect thousands of errors.
 */
const isSimple = (text: string): boolean => {
  if (hasMarksInRow(text)) return false
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const { type } of parser.next(lexeme)) if (type === 'error') return false
    if (parser.stack.length > deepest) return false
  }
  for (const { type } of parser.end()) if (type === 'error') return false
  return true
}

const parsed = (text: string): unknown => {
  if (text.length > longestCodecheck) return null
  try {
    if (!isSimple(text)) return null
    // Aliases in a file of somebody else could make it grow without end. Comparing all keys of an object takes time in the square of their
    // number.
    return parse(text, { maxAliasCount: 0, uniqueKeys: false, logLevel: 'silent' })
  } catch {
    return null
  }
}

/** A line of the manifest as a result: ours in full, others' with their comment. */
const resultOf = ({ file, comment }: Record<string, unknown>): Result => {
  const claim = textOf(file) ?? ''
  const said = textOf(comment) ?? ''
  const [, verdict, published = '', obtained = ''] =
    /^(same|differs|unclear)(?:; published: (.*?))?(?:; obtained: (.*))?$/s.exec(said) ?? []
  if (verdict !== undefined) return { claim, published, obtained, verdict: verdict as Result['verdict'] }
  return { claim: said === '' ? claim : `${claim}: ${said}`, published: '', obtained: '', verdict: 'unclear' }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isFilled = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''
