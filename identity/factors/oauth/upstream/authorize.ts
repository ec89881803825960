import type { Client } from './clients.ts'
import type { Asked, Grant, Row } from './row.ts'

/** Result of parsing an authorization request. */
export type Reading =
  | { kind: 'asked'; asked: Asked }
  /** The browser cannot be sent back, so the provider shows a page of its own. */
  | { kind: 'unknown'; reason: string }
  /** The browser is sent back to the client with an error. */
  | { kind: 'refused'; asked: Asked; error: string; reason: string }

/** Parses an authorization request as the provider does (RFC 6749 §4.1.1, plus the provider's documentation). Pure. */
export const readAuthorization = (row: Row, client: Client, query: URLSearchParams): Reading => {
  const redirectUri = query.get('redirect_uri')
  if (query.get(row.clientParameter) !== client.clientId) return { kind: 'unknown', reason: 'There is no such client.' }
  if (redirectUri === null || !client.isRedirectUri(redirectUri))
    return { kind: 'unknown', reason: 'The redirect_uri is not registered.' }

  const scopes = (query.get('scope') ?? '').split(row.separator === ',' ? ',' : /[ ,]/).filter(scope => scope !== '')
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  const asked: Asked = {
    clientId: client.clientId,
    redirectUri,
    state: query.get('state'),
    scopes,
    nonce: query.get('nonce'),
    challenge: challenge === null ? null : { value: challenge, method: method === 'S256' ? 'S256' : 'plain' },
    responseMode: query.get('response_mode') === 'form_post' ? 'form_post' : 'query',
    query,
  }
  const refused = (error: string, reason: string): Reading => ({ kind: 'refused', asked, error, reason })

  if (new Set(query.keys()).size !== query.size) return refused('invalid_request', 'A parameter occurs twice.')
  if (query.get('response_type') !== 'code') return refused('unsupported_response_type', 'Only "code" is supported.')
  const missing = row.scopes.find(scope => !scopes.includes(scope))
  if (missing !== undefined) return refused('invalid_scope', `The scope ${missing} is missing.`)
  if (row.pkce === 'forbidden' && challenge !== null) return refused('invalid_client', 'This client has no PKCE.')
  if (row.pkce === 'required' && challenge === null) return refused('invalid_request', 'code_challenge is missing.')
  if (row.pkce !== 'ignored' && asked.challenge?.method === 'plain' && !row.allowsPlain)
    return refused('invalid_request', 'code_challenge_method must be S256.')
  if (row.authentication.includes('apple') && scopes.length > 0 && asked.responseMode !== 'form_post')
    return refused('invalid_request', 'response_mode must be form_post when name or email scope is requested.')
  return { kind: 'asked', asked }
}

/** The browser's way back to the client. */
export type Callback = { redirectUri: string; responseMode: Asked['responseMode']; params: URLSearchParams }

const callbackOf = (row: Row, asked: Asked, params: Readonly<Record<string, string>>): Callback => ({
  redirectUri: asked.redirectUri,
  responseMode: asked.responseMode,
  params: new URLSearchParams({
    ...params,
    ...(asked.state !== null && { state: asked.state }),
    ...(row.tellsIssuer && row.issuer !== null && { iss: row.issuer }),
  }),
})

export const allowed = (row: Row, grant: Grant, code: string): Callback =>
  callbackOf(row, grant.asked, { code, ...row.callback(grant) })

export const cancelled = (row: Row, asked: Asked): Callback => callbackOf(row, asked, row.cancelled)

export const refused = (row: Row, asked: Asked, error: string, reason: string): Callback =>
  callbackOf(row, asked, { error, error_description: reason })
