import { isUtf8 } from 'node:buffer'
import { messageOf } from '@corroborate/server-kit/error-message'
import { type ImportedReferences, referencesInWork, type Sought } from '../../paper/citations/index.ts'
import { cleanText, doiOfField, excerpt, type Problem } from '../../paper/event-files/index.ts'
import { type Author, type PreparedWork, pmidOf, prepareWork, type Work } from '../../paper/works-index/index.ts'

/** A line is a work, or is left out for a reason: `skipped` when it is well formed but has no DOI, `rejected` when something is wrong. */
export type ParsedLine =
  | { kind: 'work'; work: Work; fallen: ImportedReferences | null }
  | { kind: 'skipped'; reason: string }
  | { kind: 'rejected'; reason: string }

class Rejected extends Error {}

/**
 * Parses a line of OpenAlex `/works` objects, with its references to the given retracted papers. Never throws. Unknown fields are ignored;
 * null and missing are equal.
 */
export const parseWorkLine = (line: string, source: Work['source'], sought: Sought | null = null): ParsedLine => {
  try {
    return parseWork(JSON.parse(line), source, sought)
  } catch (error) {
    const reason = error instanceof Rejected ? error.message : `not JSON: ${excerpt(messageOf(error))}`
    return { kind: 'rejected', reason }
  }
}

type Fields = Record<string, unknown>

const parseWork = (value: unknown, source: Work['source'], sought: Sought | null): ParsedLine => {
  if (!isFields(value)) throw new Rejected('not a JSON object')
  const field = text(value.doi, 'doi')
  if (field === null || field.trim() === '') return { kind: 'skipped', reason: 'no DOI' }
  const doi = doiOfField(field)
  if (doi === null) throw new Rejected(`not a DOI: ${excerpt(field)}`)
  const title = text(value.display_name, 'display_name') ?? text(value.title, 'title')
  return {
    kind: 'work',
    fallen: sought === null ? null : referencesInWork(value, doi, sought),
    work: {
      doi,
      title: title === null ? null : cleanText(title),
      authors: authorsOf(value.authorships),
      authorsTruncated: truth(value.is_authors_truncated, 'is_authors_truncated') ?? false,
      journal: journalOf(value.primary_location),
      year: wholeNumber(value.publication_year, 'publication_year', 1, 9999),
      type: cleanOrNull(text(value.type, 'type')),
      citedBy: wholeNumber(value.cited_by_count, 'cited_by_count', 0, Number.MAX_SAFE_INTEGER),
      retracted: truth(value.is_retracted, 'is_retracted'),
      pmid: pmidOf(text(fields(value.ids, 'ids')?.pmid, 'ids.pmid')),
      source,
    },
  }
}

const authorsOf = (value: unknown): Author[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new Rejected('authorships is not a list')
  const authors: Author[] = []
  for (const entry of value) {
    if (entry === null) continue
    if (!isFields(entry)) throw new Rejected('an entry of authorships is not an object')
    const author = fields(entry.author, 'author')
    const name = text(author?.display_name, 'author.display_name') ?? text(entry.raw_author_name, 'raw_author_name')
    const clean = name === null ? null : cleanText(name)
    if (clean !== null) authors.push({ name: clean, orcid: orcidOf(text(author?.orcid, 'author.orcid')) })
  }
  return authors
}

const orcidOf = (value: string | null): string | null =>
  value === null ? null : (/\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.exec(value)?.[0] ?? null)

const journalOf = (value: unknown): string | null => {
  const location = fields(value, 'primary_location')
  const source = fields(location?.source, 'primary_location.source')
  return cleanOrNull(text(source?.display_name, 'primary_location.source.display_name'))
}

const cleanOrNull = (value: string | null): string | null => (value === null ? null : cleanText(value))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fields = (value: unknown, name: string): Fields | null => {
  if (value === undefined || value === null) return null
  if (!isFields(value)) throw new Rejected(`${name} is not an object`)
  return value
}

const text = (value: unknown, name: string): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new Rejected(`${name} is not a string`)
  return value
}

const wholeNumber = (value: unknown, name: string, least: number, most: number): number | null => {
  if (value === undefined || value === null) return null
  if (!Number.isInteger(value) || Number(value) < least || Number(value) > most) {
    throw new Rejected(`${name} is not a whole number from ${least} to ${most}`)
  }
  return Number(value)
}

const truth = (value: unknown, name: string): boolean | null => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'boolean') throw new Rejected(`${name} is not a boolean`)
  return value
}

/** Whole lines of a file; `firstLine` is the number of the first one. */
export type Block = { readonly bytes: Uint8Array; readonly firstLine: number }

/** `fallen`: references of these works to the given retracted papers. */
export type ParsedBlock = { works: PreparedWork[]; problems: Problem[]; fallen: ImportedReferences[] }

/** The works in a block of lines, ready for the index, and the lines that hold none. Blank lines are neither. */
export const parseBlock = (
  { bytes, firstLine }: Block,
  source: Work['source'],
  sought: Sought | null = null,
): ParsedBlock => {
  const parsed: ParsedBlock = { works: [], problems: [], fallen: [] }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const valid = isUtf8(buffer)
  const lines = buffer.toString(valid ? 'utf8' : 'latin1').split('\n')
  for (const [i, text] of lines.entries()) {
    const line = firstLine + i
    let own = text
    if (!valid && /[\x80-\xff]/.test(text)) {
      const bytesOfLine = Buffer.from(text, 'latin1')
      if (!isUtf8(bytesOfLine)) {
        parsed.problems.push({ line, kind: 'rejected', reason: 'not valid UTF-8' })
        continue
      }
      own = bytesOfLine.toString('utf8')
    }
    if (own === '' || own.trim() === '') continue
    const result = parseWorkLine(own, source, sought)
    if (result.kind === 'work') {
      parsed.works.push(prepareWork(result.work))
      if (result.fallen !== null) parsed.fallen.push(result.fallen)
    } else parsed.problems.push({ line, kind: result.kind, reason: result.reason })
  }
  return parsed
}
