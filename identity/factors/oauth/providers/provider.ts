import type { OAuthProvider } from '@corroborate/wire/providers'

/**
 * What a provider's word about an e-mail address is worth. A: it runs the mailbox. B: it checked the address once. C: it
 * checked nothing, so that the address is neither kept as the user's nor compared with anybody's.
 */
export type EmailClass = 'A' | 'B' | 'C'

/** What a provider says of somebody, in our words. Texts are empty where it says nothing. */
export type Profile = {
  /** Who it is, for ever: names and addresses change. Of several parts, joined by a dot. */
  subject: string
  email: { address: string; class: EmailClass } | null
  name: { first: string; last: string }
  pictureUrl: string
  locale: string
}

/** A call with the access token, whose answer is JSON. */
export type ProfileRequest = {
  url: string
  /** Sent as JSON by POST; without it, GET. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** OpenID Connect's UserInfo: its `sub` must be that of the id_token. */
  isUserInfo?: true
  /** An answer other than 200 counts as `null`. */
  isOptional?: true
}

/** What is known when the profile is asked for. */
export type Granted = { accessToken: string; clientSecret: string; scopes: readonly string[] }

/** What the profile is made of. */
export type Seen = {
  /** Claims of the id_token, after its signature and everything else was checked; null where there is none. */
  claims: Readonly<Record<string, unknown>> | null
  /** The answers to `requests`, in their order: parsed JSON of whatever shape. */
  answers: readonly unknown[]
  /** What the browser posted beside the code (Apple's `user`); nobody signed it. */
  posted: string | null
  /** Whether the operator trusts the addresses of this provider, where that is theirs to say. */
  trustsEmails: boolean
}

/** What an operator may set where a provider has many places: the names in braces in its addresses. */
export type Place = 'host' | 'tenant'

/** A social provider: everything in which one differs from another. */
export type Provider = {
  id: OAuthProvider
  /** As people know it; `provider_type` of the user object. */
  title: string
  /** Addresses, all `https://`, with the places in braces: `https://{host}/oauth/token`. */
  authorization: string
  token: string
  /** As the provider writes it into `iss`; null where it sends none. `{tid}` is read from the id_token. */
  issuer: string | null
  /** Its keys; null where there is no id_token. */
  jwks: string | null
  /** What the places are unless the operator sets others. */
  places: Readonly<Partial<Record<Place, string>>>
  /** Asked for in any case. */
  scopes: readonly string[]
  scopeSeparator: ' ' | ','
  /** Whether it takes a code challenge (S256). */
  pkce: boolean
  /** How our secret travels. `jwt`: as a form field too, but made anew each time (Apple). */
  clientAuth: 'post' | 'basic' | 'jwt'
  /** What `client_id` is called, at every address. */
  clientIdParameter: 'client_id' | 'client_key'
  /** How the code comes back: in the query of a GET, or posted from the provider's page. */
  responseMode: 'query' | 'form_post'
  /** Further parameters of the authorization request, which pages may override. */
  authorizationParameters: Readonly<Record<string, string>>
  /** Null where there is none. Where there is one it is asked for, and must come. */
  idToken: {
    algorithms: readonly ('RS256' | 'ES256')[]
    /** Whether it repeats our nonce. */
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

/** A provider that says in which points it is unusual. */
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
