import { hash } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * What a refresh asks for and by which key, as a hash: repeats of it have the same. Null for every other call. Who asks is
 * not in it, since a refresh token is one application's. Of a DPoP proof it is the header, in which the key stands: each
 * request has a proof of its own. Pure.
 */
export const refreshRequestOf = (ctx: KoaContextWithOIDC | undefined): string | null => {
  const params = ctx?.oidc.params
  if (ctx === undefined || params?.grant_type !== 'refresh_token') return null
  const [key = ''] = ctx.get('DPoP').split('.')
  return hash('sha256', JSON.stringify([params.scope ?? null, params.resource ?? null, key]), 'base64url')
}
