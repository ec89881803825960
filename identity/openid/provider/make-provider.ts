import { timingSafeEqual } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { hashClientSecret } from '../store/index.ts'
import { responseModes, withoutPkce } from './client-metadata.ts'
import { configurationOf, type Keys } from './configuration.ts'
import { issuerOf } from './issuer.ts'
import { Provider } from './library.ts'

/** Library member missing from its types. */
type NamesItself = { generateTokenId: () => string }

/**
 * Derives a single successor from each refresh token, computable only by this provider: a retried refresh gets the same token as the first,
 * although only hashes of both are stored, and a token family never branches.
 */
export const chainRefreshTokens = ({ RefreshToken }: Provider, sealer: Sealer, projectId: string): void => {
  const named = RefreshToken.prototype as unknown as NamesItself
  const { generateTokenId } = named
  named.generateTokenId = function name() {
    const before = Provider.ctx?.oidc.entities.RotatedRefreshToken
    if (before === undefined) return generateTokenId.call(this)
    return sealer.derive(`refresh token after ${projectId} ${before.jti}`)
  }
}

/** The OpenID provider of a project, with these settings and keys. */
export const makeProvider = (core: Core, project: Project, keys: Keys): Provider => {
  const provider = new Provider(issuerOf(core.origin, project.id), configurationOf(core, project, keys))
  // Host and scheme always come from our origin. The handler sets them regardless of the request.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(actual: string) {
    const [a, b] = [Buffer.from(hashClientSecret(actual)), Buffer.from(this.clientSecret ?? '')]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  allowAnyLoopbackPort(provider)
  chainRefreshTokens(provider, core.sealer, project.id)
  // Logout requests identify the session by it, even if the application has no back-channel logout.
  provider.Client.prototype.includeSid = () => true
  provider.use(async (ctx, next) => {
    await next()
    const route: string | undefined = ctx.oidc?.route
    if (route === 'discovery') ctx.body = { ...(ctx.body as object), ...pagesOf(project) }
    if (route === 'client' || route === 'client_update') hideOurs(ctx as unknown as KoaContextWithOIDC)
  })
  const { logger } = core
  provider.on('server_error', (_, error) =>
    logger.error({ err: error, project: project.id }, 'the OpenID provider failed'),
  )
  return provider
}

/** An address on this machine without its port; any other address as it is. */
const withoutLoopbackPort = (address: string): string =>
  address.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')

/**
 * Allows any port on loopback redirect URIs for every public client (RFC 8252, section 7.3). `oidc-provider` allows it only for native
 * ones, which excludes https on a loopback address.
 */
const allowAnyLoopbackPort = ({ Client: { prototype } }: Provider): void => {
  for (const [method, list] of [
    ['redirectUriAllowed', 'redirectUris'],
    ['postLogoutRedirectUriAllowed', 'postLogoutRedirectUris'],
  ] as const) {
    const allows = prototype[method]
    prototype[method] = function allowed(address: string): boolean {
      if (allows.call(this, address)) return true
      const isPublic = this.tokenEndpointAuthMethod === 'none'
      return isPublic && (this[list] ?? []).some(known => withoutLoopbackPort(known) === withoutLoopbackPort(address))
    }
  }
}

/**
 * Removes our internal marks and the secret's hash from responses. An application that reads its registration gets only newly issued
 * values.
 */
const hideOurs = ({ body, oidc }: KoaContextWithOIDC): void => {
  const said = body as { client_secret?: string; [withoutPkce]?: unknown } | undefined
  delete said?.[withoutPkce]
  if (said?.client_secret !== undefined && said.client_secret === oidc.client?.clientSecret) delete said.client_secret
}

/** Metadata about the project's consent page and its response modes. Logout requests start here and redirect to it. */
const pagesOf = ({ authorizeUrl }: Project) => ({
  response_modes_supported: responseModes,
  ...(authorizeUrl !== null && { authorization_endpoint: authorizeUrl }),
})
