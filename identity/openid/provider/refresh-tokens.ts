import type { Sealer } from '../../platform/sealing/index.ts'
import { Provider } from './library.ts'

/** What the library has, and its types do not. */
type NamesItself = { generateTokenId: () => string }

/**
 * Lets each refresh token have one successor, which only this provider can work out: a repeated refresh gets the token that
 * the first one got, though only hashes of both are stored, and a family never has two branches.
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
