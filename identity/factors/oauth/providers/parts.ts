import { z } from 'zod'
import type { EmailClass, Profile } from './provider.ts'

/** Text that may be left out, null, or of another type by mistake: then it is empty. */
export const optionalText = z.string().catch('')

/** An id as text; some providers send numbers. */
export const id = z.union([z.string().regex(/^\S{1,255}$/), z.int().transform(String)])

/** A flag counts as true or "true" alone. */
export const isTrue = (flag: unknown): boolean => flag === true || flag === 'true'

const longestName = 200

const line = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A name as it is kept: one line, cut, whoever wrote it. */
export const cleanName = (first: string, last = ''): Profile['name'] => ({
  first: [...line(first)].slice(0, longestName).join(''),
  last: [...line(last)].slice(0, longestName).join(''),
})

/** The given and family name where they are known apart; otherwise all of it stands in the first. */
export const nameOf = ({ given_name, family_name, name }: Record<'given_name' | 'family_name' | 'name', string>) =>
  given_name !== '' || family_name !== '' ? cleanName(given_name, family_name) : cleanName(name)

/** An address of an image, or nothing: pages show it, and `javascript:` is no image. */
export const pictureUrl = (text: string): string =>
  text.length <= 2048 && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : ''

/** A language tag, or nothing. LinkedIn sends an object. */
export const localeOf = (value: unknown): string => {
  const { language, country } = localeParts.parse(value)
  const tag = typeof value === 'string' ? value.replaceAll('_', '-') : [language, country].filter(Boolean).join('-')
  return /^[A-Za-z0-9-]{2,35}$/.test(tag) ? tag : ''
}
const localeParts = z.object({ language: optionalText, country: optionalText }).catch({ language: '', country: '' })

/** An address with the class it has when the provider's flag says it was checked. */
export const flaggedEmail = (address: string, flag: unknown, checked: EmailClass): Profile['email'] =>
  address === '' ? null : { address, class: isTrue(flag) ? checked : 'C' }

/** The claims that OpenID Connect names (Core §5.1). */
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

/** A profile by the standard's claims. */
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
