import type { Person } from './person.ts'

/** What a client asked for at the authorize page, after the request was checked. */
export type Asked = {
  clientId: string
  redirectUri: string
  state: string | null
  scopes: readonly string[]
  nonce: string | null
  /** PKCE (RFC 7636). */
  challenge: { value: string; method: 'S256' | 'plain' } | null
  /** How the answer is sent back to the client. */
  responseMode: 'query' | 'form_post'
  /** The whole request, for parameters that only one provider reads. */
  query: URLSearchParams
}

/** What a person allowed a client. */
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
 * How one provider answers, by its documents. Addresses are host and path, in Hono's patterns. Each real `https://HOST/path` is
 * played at `${base}/HOST/path`.
 */
export type Row = {
  title: string
  /** The authorize page. */
  authorize: string
  token: string
  /** The true issuer; null if it issues no id_token. */
  issuer: string | null
  /** Whether the answer of the authorize page names the issuer (RFC 9207). */
  tellsIssuer: boolean
  keys: string | null
  discovery: string | null
  algorithm: 'RS256' | 'ES256'
  clientParameter: 'client_id' | 'client_key'
  /** How a client may prove itself at the token endpoint. */
  authentication: readonly ('basic' | 'post' | 'apple')[]
  /** `checked`: when it is used; `forbidden`: a verifier is an error. */
  pkce: 'required' | 'checked' | 'ignored' | 'forbidden'
  /** Without `code_challenge_method` a challenge is plain (RFC 7636 §4.3). If this is false, such a challenge is refused. */
  allowsPlain: boolean
  separator: ' ' | ','
  /** Scopes without which it gives no profile. */
  scopes: readonly string[]
  /** Whether the token answer has a refresh token. */
  refreshes: (asked: Asked) => boolean
  /**
   * The claims of the id_token in addition to iss, aud, iat, exp, nonce and at_hash; null without the scope that asks for
   * one.
   */
  claims: ((grant: Grant) => Record<string, unknown> | null) | null
  /** Whether the id_token has the nonce. */
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
  /** How a profile call without a good token is refused. */
  unauthorized: Answer
  /** What it says about addresses: nothing, only the address, or also whether it was verified. */
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
export const refuseByTheBook = (refusal: Refusal): Answer => ({
  status: refusal === 'invalid_client' ? 401 : 400,
  body: {
    error: refusal === 'redirect_uri_mismatch' ? 'invalid_grant' : refusal,
    error_description: sentenceOf(refusal),
  },
})

export const ok = (body: unknown): Answer => ({ status: 200, body })

type Given = Pick<Row, 'title' | 'authorize' | 'token' | 'pkce' | 'authentication' | 'profiles' | 'tells'> &
  Partial<Row>

/** A row with what most providers have in common. */
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
  refuse: refuseByTheBook,
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

/** The claims, if the client asked for an id_token. */
export const withOpenid =
  (claims: (grant: Grant) => Record<string, unknown>) =>
  (grant: Grant): Record<string, unknown> | null =>
    grant.asked.scopes.includes('openid') ? claims(grant) : null
