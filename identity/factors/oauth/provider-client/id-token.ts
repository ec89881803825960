import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Endpoints, Provider } from '../providers/index.ts'
import { ProviderError } from './provider-error.ts'

/** The first GUID of an issuer's address. */
const tenant = /^https:\/\/login\.microsoftonline\.com\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/

/**
 * The issuer that a token or an answer has to name. Where each tenant is one, it is that of the tenant which the token is
 * about (`tid`), so that no tenant speaks for another.
 */
export const expectedIssuer = (issuer: string | null, tid: unknown): string | null =>
  issuer?.includes('{tid}') ? (typeof tid === 'string' ? issuer.replace('{tid}', tid) : null) : issuer

/** The tenant that an issuer's address names. */
export const tenantOf = (issuer: string | null): string | null => tenant.exec(issuer ?? '')?.[1] ?? null

/** What an id_token says, before anything of it is checked. @throws ProviderError when it is no JWT */
export const peek = (idToken: string) => {
  // Three parts of base64url: the library takes other characters in a signature for trouble of its own.
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(idToken)) throw new ProviderError('id_token_invalid', 'the id_token is no JWT')
  try {
    return { claims: decodeJwt(idToken), header: decodeProtectedHeader(idToken) }
  } catch (cause) {
    throw new ProviderError('id_token_invalid', 'the id_token is no JWT', cause)
  }
}

/** The provider as the library wants it. */
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

/** What the library found wrong with an id_token, in the words of the contract. */
export const idTokenError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const { code, cause } = error instanceof Error ? (error as Error & { code?: string }) : {}
  const claim = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'claim') : undefined
  const message = error instanceof Error ? error.message : String(error)
  if (code === oauth.JWT_TIMESTAMP_CHECK) return new ProviderError('id_token_expired', message, error)
  if (claim === 'aud') return new ProviderError('id_token_incorrect_audience', message, error)
  if (claim === 'nonce') return new ProviderError('id_token_nonce_invalid', message, error)
  // What is no finding of the library's is the network's.
  const isFinding = code?.startsWith('OAUTH_') ?? false
  return new ProviderError(isFinding ? 'id_token_invalid' : 'oauth_provider_unavailable', message, error)
}
