import { parseEmail } from '@corroborate/wire/email'
import { hasVisibleCharacter } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { parseDoi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { type ModerationTables, readWriterFacts, type Signal, textSignals, writerSignals } from '../moderation/index.ts'

/** Normalizes an email address; null if invalid. */
export const mailOf = (text: string): string | null => {
  const parsed = parseEmail(text.trim())
  return parsed.kind === 'email' ? parsed.email : null
}

/** Returns the first validation error of each field. */
export const problemsIn = (error: z.ZodError): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const { path, message } of error.issues) problems[String(path[0] ?? 'body')] ??= message
  return problems
}

/** Control, bidirectional (UAX #9, 2.1 to 2.4) and invisible characters. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/u
const hidden = 'it holds characters that nobody sees, or that turn the text around: type it anew'

export const required = 'This field is required'

const tooLong = (most: number) => ({ error: `longer than ${most} characters` })

/** Empty where nothing visible is left. */
const tidy = (text: string): string => {
  const tidied = text.replace(/\r\n?/g, '\n').normalize('NFC').trim()
  return hasVisibleCharacter(tidied) ? tidied : ''
}

/** Single-line text, such as a name: trimmed, NFC-normalized, without invisible characters. */
export const line = (most: number) =>
  z
    .string({ error: required })
    .max(4 * most, tooLong(most))
    .transform(tidy)
    .pipe(z.string().max(most, tooLong(most)))
    .refine(text => !unseen.test(text), { error: hidden })

/** A text of many lines, the same otherwise. Its line ends are line feeds. */
export const prose = (most: number) =>
  z
    .string({ error: required })
    .max(4 * most, tooLong(most))
    .transform(tidy)
    .pipe(z.string().max(most, tooLong(most)))
    .refine(text => !unseen.test(text.replace(/[\n\t]/g, '')), { error: hidden })

/** The same texts where they have to say something. */
export const requiredLine = (most: number) => line(most).refine(text => text !== '', { error: required })
export const requiredProse = (most: number) => prose(most).refine(text => text !== '', { error: required })

/** A link to the web, or null for none: null and an empty text are the same. It is shown, and never followed by us. */
const webLink = z
  .union([z.null(), line(2_000)], { error: 'must be a string' })
  .optional()
  .transform(text => text || null)
  .refine(text => text === null || isWebAddress(text), { error: 'must be a URL that begins with https://' })

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || /\s/.test(text)) return false
  return ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
}

/** A SHA-256 as 64 hexadecimal digits, in lower case. */
export const sha256 = z
  .string({ error: 'it is missing: 64 hexadecimal digits' })
  .trim()
  .regex(/^[\da-f]{64}$/i, { error: 'it is not 64 hexadecimal digits' })
  .toLowerCase()

const doi = z
  .string()
  .max(4_000)
  .optional()
  .transform((text, context) => {
    if (text === undefined || text === '') return null
    const parsed = parseDoi(text)
    if (parsed === null) context.addIssue({ code: 'custom', message: 'not a DOI' })
    return parsed
  })

/** Fields shared by claims and reports (SPEC §7). */
export const sharedFields = { sha256, doi, auditorName: requiredLine(200), reproducibilityPackage: webLink }

/** A checkbox, for which browsers send `on` if checked. */
export const ticked = z
  .union([z.boolean(), z.string().max(10)])
  .optional()
  .transform(value => value === true || value === 'on' || value === 'true')

/** Content of a claim or report for signals. `lacksMaterial`: an unverifiable report. */
type Written = { text: string; lacksMaterial: boolean }

/** Returns moderation signals of a claim or report as text. They only sort the queue. */
export const readSignals = async (
  db: Kysely<ModerationTables>,
  person: Person,
  { text, lacksMaterial }: Written,
): Promise<Signal[]> => [
  // A claim may come without a plan.
  ...(text === '' ? [] : textSignals(text)),
  ...(lacksMaterial ? [{ words: 'nothing to check it with: no link, no files', weight: 1 }] : []),
  ...writerSignals(await readWriterFacts(db, 'audit', person), 'report or claim'),
]
