import { hash } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * Returns a hash of a refresh request's parameters and key, which is the same for retries; null for other requests. The client is not part
 * of it, since a refresh token belongs to one application. Of a DPoP proof it includes only the header with the key, because each request
 * has a new proof. Pure.
 */
export const refreshRequestOf = (ctx: KoaContextWithOIDC | undefined): string | null => {
  const params = ctx?.oidc.params
  if (ctx === undefined || params?.grant_type !== 'refresh_token') return null
  const [key = ''] = ctx.get('DPoP').split('.')
  return hash('sha256', JSON.stringify([params.scope ?? null, params.resource ?? null, key]), 'base64url')
}
