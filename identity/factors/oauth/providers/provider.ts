import type { OAuthProvider } from '@corroborate/wire/providers'

/**
 * How far an e-mail address that a provider gives is proved. A: the provider runs the mailbox. B: it checked the address once.
 * C: it checked nothing, so the address is neither added to the user nor compared with the addresses of other users.
 */
export type EmailClass = 'A' | 'B' | 'C'

/** What a provider says of somebody, in our form. Texts that it does not give are empty. */
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
  /** It is sent as JSON by POST. Without a body the call is a GET. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** OpenID Connect's UserInfo: its `sub` must be that of the id_token. */
  isUserInfo?: true
  /** An answer other than 200 counts as `null`. */
  isOptional?: true
}

/** What is known when the profile is asked for. */
export type Granted = { accessToken: string; clientSecret: string; scopes: readonly string[] }

/** What a profile is made from. */
export type Seen = {
  /** Claims of the id_token, after its signature and everything else was checked; null where there is none. */
  claims: Readonly<Record<string, unknown>> | null
  /** The answers to `requests`, in their order: parsed JSON of any shape. */
  answers: readonly unknown[]
  /** What the browser posted beside the code (Apple's `user`). It is not signed. */
  posted: string | null
  /** Whether the operator trusts the addresses of this provider, if the operator can choose that. */
  trustsEmails: boolean
}

/** What an operator may set if a provider has many places: the names in braces in its addresses. */
export type Place = 'host' | 'tenant'

/** A social provider: everything in which one differs from another. */
export type Provider = {
  id: OAuthProvider
  /** Its name, as people know it; `provider_type` of the user object. */
  title: string
  /** Addresses, all `https://`, with the places in braces: `https://{host}/oauth/token`. */
  authorization: string
  token: string
  /** What the provider writes into `iss`; null if it sends none. `{tid}` is read from the id_token. */
  issuer: string | null
  /** Where its keys are; null if there is no id_token. */
  jwks: string | null
  /** What the places are unless the operator sets others. */
  places: Readonly<Partial<Record<Place, string>>>
  /** Scopes that are always asked for. */
  scopes: readonly string[]
  scopeSeparator: ' ' | ','
  /** Whether it takes a code challenge (S256). */
  pkce: boolean
  /** How our secret is sent. `jwt`: also as a form field, but made for each call (Apple). */
  clientAuth: 'post' | 'basic' | 'jwt'
  /** The name of the parameter `client_id`, at every address. */
  clientIdParameter: 'client_id' | 'client_key'
  /** How the code comes back: in the query of a GET, or posted from the provider's page. */
  responseMode: 'query' | 'form_post'
  /** More parameters of the authorization request. Pages may override them. */
  authorizationParameters: Readonly<Record<string, string>>
  /** Null if there is no id_token. Otherwise it is asked for, and has to come. */
  idToken: {
    algorithms: readonly ('RS256' | 'ES256')[]
    /** Whether it has our nonce. */
    hasNonce: boolean
  } | null
  requests: (granted: Granted) => readonly ProfileRequest[]
  /** @throws ZodError when the answers are not what the provider documents */
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
