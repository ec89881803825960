import { createHash } from 'node:crypto'
import { messageOf } from '@corroborate/server-kit/error-message'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { Endpoints, Provider } from '../providers/index.ts'
import { ProviderError } from './errors.ts'

/** Maximum age of an id_token in seconds, also used as the clock skew allowance. */
const longestAgo = 3_600

export type Claims = Readonly<Record<string, unknown>>

/**
 * Checks the parts of an id_token that the library doesn't: its age, its access token hash (OpenID Connect Core §3.1.3.8) and its key ID.
 * Returns null if valid, otherwise the name of the fault. Pure.
 * @param now epoch milliseconds
 */
export const faultOf = (
  claims: Claims,
  { header, accessToken, now }: { header: Claims; accessToken: string | null; now: number },
): string | null => {
  const { iat, at_hash } = claims
  if (typeof header.kid !== 'string') return 'no kid'
  if (typeof iat !== 'number' || Math.abs(now / 1_000 - iat) > longestAgo) return 'iat'
  if (at_hash !== undefined && accessToken !== null && at_hash !== halfHash(accessToken)) return 'at_hash'
  return null
}

/** The left half of the SHA-256, which is the hash for RS256 and for ES256. */
const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

const answerSchema = z.looseObject({ error: z.unknown().optional(), ok: z.unknown().optional() })

/**
 * A token answer in the form of the standard (RFC 6749 §5). Some providers send errors with status 200 (GitHub, Slack), send
 * `scope` as an array (Twitch) or under another name (Bitbucket), or do not say that the token is a bearer token. Pure.
 * @returns null for anything that is not a JSON object
 */
export const standardAnswer = (answer: unknown, status: number): { body: object; status: number } | null => {
  const read = answerSchema.safeParse(answer)
  if (!read.success) return null
  const { error, ok, scopes, scope = scopes, token_type = 'bearer', ...rest } = read.data
  if (error !== undefined || ok === false) {
    const code = typeof error === 'string' && /^[\x20-\x7e]{1,100}$/.test(error) ? error : 'invalid_request'
    return { body: { error: code }, status: status >= 400 ? status : 400 }
  }
  const granted = Array.isArray(scope) ? scope.filter(one => typeof one === 'string').join(' ') : scope
  return { body: { ...rest, token_type, ...(typeof granted === 'string' && { scope: granted }) }, status }
}

/** The issuer of a tenant of Microsoft; the GUID is the tenant. */
const tenant = /^https:\/\/login\.microsoftonline\.com\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/

/**
 * The issuer that a token or an answer has to name. Where each tenant is an issuer, it is the tenant that the token names in
 * `tid`, so that no tenant can issue tokens for another. Pure.
 */
export const expectedIssuer = (issuer: string | null, tid: unknown): string | null =>
  issuer?.includes('{tid}') ? (typeof tid === 'string' ? issuer.replace('{tid}', tid) : null) : issuer

/** The tenant that an issuer's address names. Pure. */
export const tenantOf = (issuer: string | null): string | null => tenant.exec(issuer ?? '')?.[1] ?? null

/** Reads an id_token before anything of it is checked. @throws ProviderError when it is not a JWT */
export const peek = (idToken: string) => {
  // Three parts of base64url. The library would report other characters in a signature as a fault of its own.
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(idToken)) throw new ProviderError('id_token_invalid', 'the id_token is no JWT')
  try {
    return { claims: decodeJwt(idToken), header: decodeProtectedHeader(idToken) }
  } catch (cause) {
    throw new ProviderError('id_token_invalid', 'the id_token is no JWT', cause)
  }
}

/** The provider, as the library wants it. Pure. */
export const serverOf = (
  { idToken }: Pick<Provider, 'idToken'>,
  { authorization, token, jwks }: Pick<Endpoints, 'authorization' | 'token' | 'jwks'>,
  issuer: string | null,
): oauth.AuthorizationServer => ({
  issuer: issuer ?? new URL(authorization).origin,
  authorization_endpoint: authorization,
  token_endpoint: token,
  ...(jwks !== null && { jwks_uri: jwks }),
  ...(idToken !== null && { id_token_signing_alg_values_supported: [...idToken.algorithms] }),
})

/** Maps the library's id_token error to an error type of the contract. Pure. */
export const idTokenError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const { code, cause } = error instanceof Error ? (error as Error & { code?: string }) : {}
  const claim = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'claim') : undefined
  const message = messageOf(error)
  if (code === oauth.JWT_TIMESTAMP_CHECK) return new ProviderError('id_token_expired', message, error)
  if (claim === 'aud') return new ProviderError('id_token_incorrect_audience', message, error)
  if (claim === 'nonce') return new ProviderError('id_token_nonce_invalid', message, error)
  // Any other error comes from the network.
  const isFinding = code?.startsWith('OAUTH_') ?? false
  return new ProviderError(isFinding ? 'id_token_invalid' : 'oauth_provider_unavailable', message, error)
}
