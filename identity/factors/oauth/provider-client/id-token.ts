import { messageOf } from '@corroborate/server-kit/error-message'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Endpoints, Provider } from '../providers/index.ts'
import { ProviderError } from './provider-error.ts'

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
