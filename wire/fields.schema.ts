import { z } from 'zod'
import { normalizeCode } from './codes.ts'
import { parseEmail } from './email.ts'
import type { ErrorType } from './errors.ts'
import { maxLength, metadataLimits, sessionDuration } from './limits.ts'
import { hasVisibleCharacter } from './written-text.ts'

/** A check whose failure returns its own error type instead of a schema error. */
export const refusedAs = (errorType: ErrorType) => ({ params: { error_type: errorType } })
const malformed = { params: { keyword: 'format' }, error: 'should be well-formed text' }

/** Text of any kind. A NUL or half a surrogate pair is refused: no database column would keep it. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(value => !value.includes('\0') && value.isWellFormed(), malformed)

/** Text without line breaks or other control characters. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine(value => !/\p{Cc}/u.test(value) && value.isWellFormed(), malformed)

/** A name that people are shown: empty, or with something to see. */
export const shownName = (max: number) =>
  line(max).refine(value => /^ *$/.test(value) || hasVisibleCharacter(value), malformed)

export const id = line(maxLength.id).min(1)
export const token = line(maxLength.token).min(1)
export const url = line(maxLength.url)
export const locale = line(maxLength.locale)
export const templateId = line(maxLength.id)
export const password = text(maxLength.password)
/** A normalized code: mailed, texted, from an authenticator app or a backup code. */
export const passcode = text(maxLength.passcode).transform(normalizeCode)
export const timestamp = z.iso.datetime()

/** Answers with the canonical spelling; a bad address is `invalid_email`, not a schema error. */
export const email = z.string().transform((value, context) => {
  const parsed = parseEmail(value)
  if (parsed.kind === 'email') return parsed.email
  context.addIssue({ code: 'custom', ...refusedAs(parsed.errorType) })
  return z.NEVER
})

/** E.164. Whether such a number exists is for the server to say. */
export const phoneNumber = z
  .string()
  .refine(value => /^\+[1-9]\d{6,14}$/.test(value), refusedAs('invalid_phone_number'))

const wholeMinutes = ({ min, max }: { min: number; max: number }, errorType: ErrorType) =>
  z
    .number()
    .refine(value => Number.isInteger(value) && value >= min && value <= max, refusedAs(errorType))
    .meta({ type: 'integer', minimum: min, maximum: max })

export const sessionDurationMinutes = wholeMinutes(sessionDuration, 'invalid_session_duration_minutes')
export const expirationMinutes = (limits: { min: number; max: number }) => wholeMinutes(limits, 'invalid_expiration')

/** base64url of a SHA-256, unpadded (RFC 7636 §4.2, S256). */
export const codeChallenge = z
  .string()
  .refine(value => /^[\w-]{43}$/.test(value), refusedAs('invalid_pkce_code_challenge'))
export const codeVerifier = line(maxLength.codeVerifier).min(1)

/** Optional fields of fingerprinted requests, spread into every such body. */
export const fingerprint = {
  captcha_token: line(maxLength.captchaToken).optional(),
  dfp_telemetry_id: line(maxLength.telemetryId).optional(),
}

type JsonLimits = { keys: number; depth: number; characters: number }
type JsonErrors = { format: ErrorType; keys: ErrorType; size: ErrorType }

/** An object of an application's own making, as a bounded copy of plain JSON: `__proto__` is dropped wherever it is. */
export const jsonObject = (limits: JsonLimits, errors: JsonErrors) =>
  z.record(z.string(), z.unknown()).transform((value, context): Record<string, unknown> => {
    const refuse = (errorType: ErrorType) => {
      context.addIssue({ code: 'custom', ...refusedAs(errorType) })
      return z.NEVER
    }
    const copy = plainJson(value, limits.depth)
    if (!isObject(copy)) return refuse(errors.format)
    if (Object.keys(copy).length > limits.keys) return refuse(errors.keys)
    return JSON.stringify(copy).length > limits.characters ? refuse(errors.size) : copy
  })

export const metadata = jsonObject(metadataLimits, {
  format: 'metadata_invalid_format',
  keys: 'metadata_too_many_keys',
  size: 'metadata_too_large',
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies a value without `__proto__`; undefined if it is too deep or contains values that JSON or a database cannot store. */
const plainJson = (value: unknown, depth: number): unknown => {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return text(Number.MAX_SAFE_INTEGER).safeParse(value).data
  if (typeof value !== 'object' || depth === 0) return undefined
  if (Array.isArray(value)) {
    const items = value.map(item => plainJson(item, depth - 1))
    return items.includes(undefined) ? undefined : items
  }
  const entries = Object.entries(value)
    .filter(([key]) => key !== '__proto__')
    .map(([key, item]) => [plainJson(key, depth), plainJson(item, depth - 1)] as const)
  if (entries.some(([key, item]) => key === undefined || item === undefined)) return undefined
  return Object.fromEntries(entries)
}
