import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Asked, Grant, Row } from './row.ts'

/** A client as it is registered at a provider. */
export type Client = {
  clientId: string
  /** At Apple the client has a key, and signs its secret with it (RFC 7523). */
  secret: string | { teamId: string; keyId: string; publicKey: KeyObject }
  isRedirectUri: (uri: string) => boolean
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Decodes the form-encoding of a client's id and secret in a Basic header (RFC 6749 §2.3.1). */
const formDecode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const basicOf = (authorization: string | null): { id: string; secret: string } | null => {
  const [, encoded] = /^Basic (.+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) }
}

/** True if a token request authenticates the client by exactly one method that the provider accepts (RFC 6749 §2.3). */
export const provesItself = async (
  row: Row,
  client: Client,
  authorization: string | null,
  form: URLSearchParams,
): Promise<boolean> => {
  const basic = basicOf(authorization)
  const posted = form.get('client_secret')
  if (basic !== null && posted !== null) return false
  if (typeof client.secret !== 'string') {
    return form.get(row.clientParameter) === client.clientId && (await isSigned(posted, client.clientId, client.secret))
  }
  if (basic !== null) {
    return row.authentication.includes('basic') && basic.id === client.clientId && isSame(basic.secret, client.secret)
  }
  return (
    row.authentication.includes('post') &&
    form.get(row.clientParameter) === client.clientId &&
    isSame(posted ?? '', client.secret)
  )
}

/** True if the text is a client secret for Apple: a JWT of the team about the client, valid for at most half a year. */
const isSigned = async (
  secret: string | null,
  clientId: string,
  { teamId, keyId, publicKey }: Exclude<Client['secret'], string>,
): Promise<boolean> => {
  try {
    const { protectedHeader, payload } = await jwtVerify(secret ?? '', publicKey, {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: clientId,
      audience: 'https://appleid.apple.com',
      requiredClaims: ['iat', 'exp'],
    })
    return protectedHeader.kid === keyId && Number(payload.exp) - Number(payload.iat) <= 15_777_000
  } catch {
    return false
  }
}

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
  if (query.get(row.clientParameter) !== client.clientId) return { kind: 'unknown', reason: 'Client not found.' }
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
