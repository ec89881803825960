import type { Person } from './person.ts'

/** A validated authorization request. */
export type Asked = {
  clientId: string
  redirectUri: string
  state: string | null
  scopes: readonly string[]
  nonce: string | null
  /** PKCE (RFC 7636). */
  challenge: { value: string; method: 'S256' | 'plain' } | null
  /** Response mode of the authorization response. */
  responseMode: 'query' | 'form_post'
  /** The whole request, for parameters that only one provider reads. */
  query: URLSearchParams
}

/** A grant by a user to a client. */
export type Grant = { asked: Asked; person: Person; accessToken: string; isFirst: boolean }

export type Answer = { status: number; body: unknown }

export type Refusal =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'redirect_uri_mismatch'
  | 'unsupported_grant_type'

/** A call for a profile, after its token was looked up. */
export type ProfileCall = { headers: Headers; query: URLSearchParams; body: string; clientSecret: string }

/**
 * Behavior of one provider according to its documentation. Endpoints are host and path, as Hono patterns. The real `https://HOST/path` is
 * served at `${base}/HOST/path`.
 */
export type Row = {
  title: string
  /** The authorize page. */
  authorize: string
  token: string
  /** The true issuer; null if it issues no id_token. */
  issuer: string | null
  /** True if the authorization response includes the issuer (RFC 9207). */
  tellsIssuer: boolean
  keys: string | null
  discovery: string | null
  algorithm: 'RS256' | 'ES256'
  clientParameter: 'client_id' | 'client_key'
  /** Client authentication methods of the token endpoint. */
  authentication: readonly ('basic' | 'post' | 'apple')[]
  /** `checked`: when it is used; `forbidden`: a verifier is an error. */
  pkce: 'required' | 'checked' | 'ignored' | 'forbidden'
  /** Without `code_challenge_method` a challenge is plain (RFC 7636 §4.3). If this is false, such a challenge is refused. */
  allowsPlain: boolean
  separator: ' ' | ','
  /** Scopes without which it gives no profile. */
  scopes: readonly string[]
  /** True if the token response includes a refresh token. */
  refreshes: (asked: Asked) => boolean
  /** Claims of the id_token besides iss, aud, iat, exp, nonce and at_hash; null without the scope that requests one. */
  claims: ((grant: Grant) => Record<string, unknown> | null) | null
  /** True if the id_token contains the nonce. */
  repeatsNonce: boolean
  /** The answer of the token endpoint, made from the usual one. */
  tokenAnswer: (usual: Record<string, unknown>, grant: Grant) => Record<string, unknown>
  refuse: (refusal: Refusal) => Answer
  /** Parameters of the callback in addition to code, state and iss. */
  callback: (grant: Grant) => Record<string, string>
  /** Parameters of the callback when the person refuses. */
  cancelled: Record<string, string>
  /** The calls for the profile, by method and address. */
  profiles: Readonly<Record<string, (grant: Grant, call: ProfileCall) => Answer>>
  /** Error response for a userinfo request with an invalid token. */
  unauthorized: Answer
  /** Email claims: none, the address only, or also its verification. */
  tells: 'nothing' | 'address' | 'verified'
}

const sentences: Readonly<Record<Refusal, string>> = {
  invalid_request: 'A parameter is missing or wrong.',
  invalid_client: 'The client is unknown, or did not prove itself.',
  invalid_grant: 'The code or token is unknown, expired, used already or of another client.',
  redirect_uri_mismatch: 'The redirect_uri is not the one of the authorization request.',
  unsupported_grant_type: 'The grant_type is not supported.',
}
export const sentenceOf = (refusal: Refusal): string => sentences[refusal]

/** RFC 6749 §5.2. */
export const oauthError = (refusal: Refusal): Answer => ({
  status: refusal === 'invalid_client' ? 401 : 400,
  body: {
    error: refusal === 'redirect_uri_mismatch' ? 'invalid_grant' : refusal,
    error_description: sentenceOf(refusal),
  },
})

export const ok = (body: unknown): Answer => ({ status: 200, body })

type Given = Pick<Row, 'title' | 'authorize' | 'token' | 'pkce' | 'authentication' | 'profiles' | 'tells'> &
  Partial<Row>

/** Creates a row with the defaults of most providers. */
export const row = (given: Given): Row => ({
  issuer: null,
  tellsIssuer: false,
  keys: null,
  discovery: null,
  algorithm: 'RS256',
  clientParameter: 'client_id',
  allowsPlain: false,
  separator: ' ',
  scopes: [],
  refreshes: () => false,
  claims: null,
  repeatsNonce: true,
  tokenAnswer: usual => usual,
  refuse: oauthError,
  callback: () => ({}),
  cancelled: { error: 'access_denied', error_description: 'The person refused.' },
  unauthorized: { status: 401, body: { error: 'invalid_token' } },
  ...given,
})

/** The address of a person, if the scope lets a client see it. */
export const emailFor = ({ asked, person }: Grant, scope: string): string | undefined =>
  asked.scopes.includes(scope) && person.email !== null ? person.email : undefined

/** The claims of a standard userinfo (OpenID Connect Core §5.1) that the scopes allow. */
export const standardClaims = (grant: Grant): Record<string, unknown> => {
  const { person, asked } = grant
  const email = emailFor(grant, 'email')
  return {
    sub: person.subject,
    ...(email !== undefined && { email, email_verified: person.isVerified }),
    ...(asked.scopes.includes('profile') && {
      name: person.name,
      given_name: person.name.split(' ')[0],
      family_name: person.name.split(' ').slice(1).join(' '),
      ...(person.picture !== undefined && { picture: person.picture }),
      ...(person.locale !== undefined && { locale: person.locale }),
    }),
  }
}

/** Returns the claims if the client requested an id_token. */
export const withOpenid =
  (claims: (grant: Grant) => Record<string, unknown>) =>
  (grant: Grant): Record<string, unknown> | null =>
    grant.asked.scopes.includes('openid') ? claims(grant) : null
