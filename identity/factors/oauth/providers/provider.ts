import type { OAuthProvider } from '@corroborate/wire/providers'

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
