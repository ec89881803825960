import { CannotCheck } from './cannot-check.ts'
import { isStatus, type StatusKey } from './statuses.ts'

/** A reference in the response of `POST /api/v1/check`. */
export type Reference = {
  /** Citation key in the bibliography. */
  key: string | null
  /** Counted from 1: lines of the file, but items of CSL JSON and paragraphs of office documents. */
  line: number
  /** The reference as it is written, on one line. */
  input: string
  doi: string | null
  /** `title` is a guess. */
  found_by: 'doi' | 'pmid' | 'arxiv' | 'title' | null
  /** Title in the paper's record. */
  title: string | null
  status: { key: StatusKey; sentence: string; date: string | null }
  flagged_reference_count: number | null
  /** A possible match that needs manual confirmation. */
  possible_match: { doi: string; title: string | null } | null
}

/** A part of the file that the site could not read. */
export type Unread = { line: number; text: string; reason: string }

export type Answer = { format: string; references: readonly Reference[]; unread: readonly Unread[] }

/** Formats whose `line` is not a line of the file. */
const withoutLines: ReadonlySet<string> = new Set(['csl-json', 'docx', 'odt'])

export const hasLines = (format: string): boolean => !withoutLines.has(format)

/**
 * Parses a site's response and ignores unknown fields.
 * @throws CannotCheck for anything else: an unknown status may be a serious one
 */
export const readAnswer = (answer: unknown): Answer => {
  if (!isObject(answer) || typeof answer.format !== 'string') throw notAnAnswer()
  if (!Array.isArray(answer.references) || !answer.references.every(isReference)) throw notAnAnswer()
  if (!Array.isArray(answer.unread) || !answer.unread.every(isUnread)) throw notAnAnswer()
  return { format: answer.format, references: answer.references, unread: answer.unread }
}

const notAnAnswer = () =>
  new CannotCheck(
    'Unknown response format. Check that --site is a Corroborate site, and install the newest version of this command.',
  )

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isLine = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1

const isReference = (value: unknown): value is Reference =>
  isObject(value) &&
  [value.key, value.doi, value.title, value.found_by].every(isTextOrNull) &&
  isLine(value.line) &&
  isText(value.input) &&
  isObject(value.status) &&
  isStatus(value.status.key) &&
  isText(value.status.sentence) &&
  isTextOrNull(value.status.date) &&
  (value.flagged_reference_count === null || Number.isInteger(value.flagged_reference_count)) &&
  (value.possible_match === null ||
    (isObject(value.possible_match) && isText(value.possible_match.doi) && isTextOrNull(value.possible_match.title)))

const isUnread = (value: unknown): value is Unread =>
  isObject(value) && isLine(value.line) && isText(value.text) && isText(value.reason)
