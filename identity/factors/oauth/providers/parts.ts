import { z } from 'zod'
import type { EmailClass, Profile } from './provider.ts'

/** Text that is empty if it is missing, null, or of another type. */
export const optionalText = z.string().catch('')

/** An id as text, which every database can store: no space, control character or half a surrogate pair. Some providers send numbers. */
export const id = z.union([z.string().regex(/^[^\s\p{Cc}\p{Cs}]{1,255}$/u), z.int().transform(String)])

/** True for `true` or "true". Pure. */
export const isTrue = (flag: unknown): boolean => flag === true || flag === 'true'

const longestName = 200

const line = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A name as it is kept: on one line, and cut to the longest length. Pure. */
export const cleanName = (first: string, last = ''): Profile['name'] => ({
  first: [...line(first)].slice(0, longestName).join(''),
  last: [...line(last)].slice(0, longestName).join(''),
})

/** Returns given and family name if the provider separates them. Otherwise the first name is the full name. Pure. */
export const nameOf = ({ given_name, family_name, name }: Record<'given_name' | 'family_name' | 'name', string>) =>
  given_name !== '' || family_name !== '' ? cleanName(given_name, family_name) : cleanName(name)

/** The address of an image, or an empty text. Pages show it, so it has to be https. Pure. */
export const pictureUrl = (text: string): string =>
  text.length <= 2048 && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : ''

/** A language tag, or an empty text. LinkedIn sends an object. Pure. */
export const localeOf = (value: unknown): string => {
  const { language, country } = localeParts.parse(value)
  const tag = typeof value === 'string' ? value.replaceAll('_', '-') : [language, country].filter(Boolean).join('-')
  return /^[A-Za-z0-9-]{2,35}$/.test(tag) ? tag : ''
}
const localeParts = z.object({ language: optionalText, country: optionalText }).catch({ language: '', country: '' })

/** Returns an address of the given class if the provider's flag marks it as verified, otherwise of class C. Pure. */
export const flaggedEmail = (address: string, flag: unknown, checked: EmailClass): Profile['email'] =>
  address === '' ? null : { address, class: isTrue(flag) ? checked : 'C' }

/** The standard claims of OpenID Connect (Core §5.1). */
export const standardClaims = z.object({
  sub: id,
  email: optionalText,
  email_verified: z.unknown().optional(),
  name: optionalText,
  given_name: optionalText,
  family_name: optionalText,
  picture: optionalText,
  locale: z.unknown().optional(),
})

/** A profile from the standard claims. @throws ZodError */
export const standardProfile = (claims: unknown, checked: EmailClass): Profile => {
  const { sub, email, email_verified, picture, locale, ...names } = standardClaims.parse(claims)
  return {
    subject: sub,
    email: flaggedEmail(email, email_verified, checked),
    name: nameOf(names),
    pictureUrl: pictureUrl(picture),
    locale: localeOf(locale),
  }
}
