import { z } from 'zod'
import { type ForeignUser, NotTaken } from '../foreign-user.ts'
import type { Rows } from '../read-rows.ts'

/** Options of an import besides the file. */
export type ImportOptions = {
  /** For `csv`: our name of a column → its name in the file. */
  columns: Readonly<Record<string, string>>
  /** For `firebase`: the text of the console's "password hash parameters". */
  hashConfig: string | null
}

/** Parser of a system's export. */
export type ExportFormat = {
  /** Unit of a row's `at`. */
  counts: 'line' | 'user'
  read: (input: NodeJS.ReadableStream) => Rows
  /** @throws NotTaken when this user is not brought in, ZodError when it is no user of such an export */
  toUser: (value: unknown) => ForeignUser
}

/** Opens a format. @throws UsageError when it needs an option that is missing */
export type OpenFormat = (options: ImportOptions) => ExportFormat

/** Text that is empty where it is missing or of another type. */
export const text = z.string().catch('')
export const flag = z.boolean().catch(false)
export const object = z.record(z.string(), z.unknown()).catch({})

/** JSON that a column holds as text, such as Supabase's metadata; `{}` where it is none. */
export const jsonColumn = z.preprocess(value => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return {}
  }
}, object)

/** A column of a table that is empty, or not: databases write "nothing" as nothing, as `NULL` or as `\N`. */
export const column = z.preprocess(value => (value === 'NULL' || value === '\\N' ? '' : value), text)

const yes = new Set(['true', 't', '1', 'yes', 'y', 'on'])
const no = new Set(['', 'false', 'f', '0', 'no', 'n', 'off'])

/** Parses a boolean column: a word for true or false, or the time of the event. @throws NotTaken for anything else */
export const isYes = (value: string, name: string): boolean => {
  const word = value.trim().toLowerCase()
  if (yes.has(word)) return true
  if (no.has(word)) return false
  if (readTime(value) !== null) return true
  throw new NotTaken(`has a ${name} that is neither yes nor no: ${value.slice(0, 40)}`)
}

/** A day, or a moment, as ISO 8601 or PostgreSQL write it. Without a zone it is UTC, as databases keep it. */
const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(?:Z|UTC|([+-]\d\d)(?::?(\d\d))?))?)?$/i

/** Parses a time in ISO 8601, PostgreSQL format, or seconds or milliseconds since 1970. */
export const readTime = (value: unknown): number | null => {
  if (typeof value === 'number') return readTime(String(Math.trunc(value)))
  if (typeof value !== 'string') return null
  const written = value.trim()
  if (/^\d{9,10}$/.test(written)) return Number(written) * 1000
  if (/^\d{12,13}$/.test(written)) return Number(written)
  const [, day, time = '00:00', hours = '+00', minutes = '00'] = isoForm.exec(written) ?? []
  const moment = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${hours}:${minutes}`)
  return Number.isNaN(moment) ? null : moment
}

/** The first of some names, where one is known, or the whole name where only that is. */
export const nameOf = ({ first = '', middle = '', last = '', whole = '' }) =>
  first !== '' || last !== '' ? { first, middle, last } : { first: whole, middle: '', last: '' }

/** Returns the linked social accounts, with descriptions of unsupported ones. */
export const linksOf = (
  accounts: readonly { provider: string; subject: string }[],
  known: Readonly<Record<string, string>>,
): { links: { provider: string; subject: string }[]; left: string[] } => {
  const links: { provider: string; subject: string }[] = []
  const left: string[] = []
  for (const { provider, subject } of accounts) {
    const ours = Object.hasOwn(known, provider) ? known[provider] : undefined
    if (ours !== undefined && subject !== '') links.push({ provider: ours, subject })
    else left.push(`a link to an account at ${provider}`)
  }
  return { links, left }
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  value === 'NULL' ||
  value === '\\N' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Fields of an entry that hold something and that its format does not read: they are named in the report, so that no loss is silent. */
export const unreadFields = (value: unknown, schema: z.ZodObject): string[] =>
  Object.entries(z.record(z.string(), z.unknown()).parse(value))
    .filter(([name, held]) => !(Object.hasOwn(schema.shape, name) || isNothing(held)))
    .map(([name]) => `the field ${name.slice(0, 40)}`)

/** Returns the description as a list if the condition holds. */
export const leftIf = (isThere: boolean, words: string): string[] => (isThere ? [words] : [])
