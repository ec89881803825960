import type { Sealer } from '../../platform/sealing/index.ts'
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
