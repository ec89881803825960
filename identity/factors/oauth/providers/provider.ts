import type { OAuthProvider } from '@corroborate/wire/providers'
import { z } from 'zod'

/**
 * Verification class of a provider's email address. A: the provider runs the mailbox. B: it verified the address once. C: unverified, so
 * the address is neither added to the user nor compared with other users' addresses.
 */
export type EmailClass = 'A' | 'B' | 'C'

/** Normalized profile of a provider's user. Missing strings are empty. */
export type Profile = {
  /** The id of the account, which never changes. If it has several parts, they are joined by a dot. */
  subject: string
  email: { address: string; class: EmailClass } | null
  name: { first: string; last: string }
  pictureUrl: string
  locale: string
}

/** A call with the access token. Its answer is JSON. */
export type ProfileRequest = {
  url: string
  /** Sent as JSON by POST. Without a body the request is a GET. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** OpenID Connect's UserInfo: its `sub` must be that of the id_token. */
  isUserInfo?: true
  /** An answer other than 200 counts as `null`. */
  isOptional?: true
}

/** Values available to the profile request. */
export type Granted = { accessToken: string; clientSecret: string; scopes: readonly string[] }

/** Inputs of a profile. */
export type Seen = {
  /** Claims of the id_token, after its signature and everything else was checked; null where there is none. */
  claims: Readonly<Record<string, unknown>> | null
  /** The answers to `requests`, in their order: parsed JSON of any shape. */
  answers: readonly unknown[]
  /** Unsigned data that the browser posted beside the code (Apple's `user`). */
  posted: string | null
  /** True if the operator trusts this provider's addresses, where that is configurable. */
  trustsEmails: boolean
}

/** Operator-configurable placeholders in a provider's URLs, in braces. */
export type Place = 'host' | 'tenant'

/** A social provider: everything in which one differs from another. */
export type Provider = {
  id: OAuthProvider
  /** Its name, as people know it; `provider_type` of the user object. */
  title: string
  /** Addresses, all `https://`, with the places in braces: `https://{host}/oauth/token`. */
  authorization: string
  token: string
  /** Expected `iss`; null if the provider sends none. `{tid}` is read from the id_token. */
  issuer: string | null
  /** JWKS URL; null if there is no id_token. */
  jwks: string | null
  /** Default values of the placeholders. */
  places: Readonly<Partial<Record<Place, string>>>
  /** Scopes that are always requested. */
  scopes: readonly string[]
  scopeSeparator: ' ' | ','
  /** True if it supports PKCE (S256). */
  pkce: boolean
  /** Client authentication method. `jwt`: also a form field, but generated for each request (Apple). */
  clientAuth: 'post' | 'basic' | 'jwt'
  /** The name of the parameter `client_id`, at every address. */
  clientIdParameter: 'client_id' | 'client_key'
  /** Delivery of the code: in the query of a GET, or posted by the provider's page. */
  responseMode: 'query' | 'form_post'
  /** More parameters of the authorization request. Pages may override them. */
  authorizationParameters: Readonly<Record<string, string>>
  /** Null if there is no id_token. Otherwise it is requested and required. */
  idToken: {
    algorithms: readonly ('RS256' | 'ES256')[]
    /** True if it contains our nonce. */
    hasNonce: boolean
  } | null
  requests: (granted: Granted) => readonly ProfileRequest[]
  /** @throws ZodError if the responses don't match the provider's documentation */
  toProfile: (seen: Seen) => Profile
}

type Usual =
  | 'issuer'
  | 'jwks'
  | 'places'
  | 'scopeSeparator'
  | 'pkce'
  | 'clientAuth'
  | 'clientIdParameter'
  | 'responseMode'
  | 'authorizationParameters'
  | 'idToken'
  | 'requests'

/** A provider, from the points in which it differs from the usual one. Pure. */
export const provider = (own: Omit<Provider, Usual> & Partial<Pick<Provider, Usual>>): Provider => ({
  issuer: null,
  jwks: null,
  places: {},
  scopeSeparator: ' ',
  pkce: true,
  clientAuth: 'post',
  clientIdParameter: 'client_id',
  responseMode: 'query',
  authorizationParameters: {},
  idToken: null,
  requests: () => [],
  ...own,
})

/** Endpoints of a provider. */
export type Endpoints = {
  authorization: string
  token: string
  jwks: string | null
  /** Expected `iss`. It is the real one even for a fake provider. `{tid}` is replaced when the id_token is read. */
  issuer: string | null
  /** Changes the address of a `ProfileRequest` in the same way. */
  place: (url: string) => string
}

export type Where = {
  /** The places that the operator set instead of the provider's usual ones. */
  places?: Readonly<Partial<Record<Place, string | undefined>>>
  /**
   * Fake server for all providers, for tests and the sandbox; null for the real ones. The real host becomes the first path segment: with
   * `http://127.0.0.1:5411`, Google's `https://oauth2.googleapis.com/token` is `http://127.0.0.1:5411/oauth2.googleapis.com/token`. No
   * other address is requested.
   */
  base: string | null
}

/** The addresses of a provider. Pure. */
export const endpointsOf = (provider: Provider, { places = {}, base }: Where): Endpoints => {
  const placed = (url: string): string =>
    url.replace(/\{(host|tenant)\}/g, (_, place: Place) => places[place] ?? provider.places[place] ?? '')
  const place = (url: string): string => {
    const real = placed(url)
    return base === null ? real : real.replace(/^https:\/\//, `${base}/`)
  }
  return {
    authorization: place(provider.authorization),
    token: place(provider.token),
    jwks: provider.jwks === null ? null : place(provider.jwks),
    issuer: provider.issuer === null ? null : placed(provider.issuer),
    place,
  }
}

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
