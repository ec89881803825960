import { hasVisibleCharacter } from '@corroborate/wire/written-text'
import { z } from 'zod'

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
export const webLink = z
  .union([z.null(), line(2_000)], { error: 'must be a string' })
  .optional()
  .transform(text => text || null)
  .refine(text => text === null || isWebAddress(text), { error: 'must be a URL that begins with https://' })

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || /\s/.test(text)) return false
  return ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
}
