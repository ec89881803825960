import { HttpProblem } from '@corroborate/server-kit/http'
import type { Logger } from '@corroborate/server-kit/logging'
import { type AuthInfo, OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from '@modelcontextprotocol/server'
import { createSessionKeys, type SessionKeys } from '../../accounts/sign-in/index.ts'
import type { OutsideService } from '../../kit/outside/index.ts'
import { checkAccessToken, type TokenVerdict } from './access-token.ts'

type Options = {
  findIssuer: () => Promise<string | null>
  service: Pick<OutsideService, 'get'>
  /** This site's address for assistants, which a token must be for. */
  resource: string
  logger: Pick<Logger, 'warn'>
  now: () => number
}

/** Verifies access tokens with the identity provider's published keys. */
export const createTokenVerifier = ({ findIssuer, service, resource, logger, now }: Options): OAuthTokenVerifier => {
  let held: SessionKeys | null = null

  const check = async (token: string): Promise<TokenVerdict> => {
    const issuer = await findIssuer()
    if (issuer === null) throw providerIsSilent()
    held ??= createSessionKeys({ url: new URL(`${issuer}/.well-known/jwks.json`), provider: service, now })
    const keys = await held.current()
    if (keys === null) throw providerIsSilent()
    const verdict = await checkAccessToken(token, { keys, issuer, resource, now: now() })
    if (verdict.kind !== 'unknown-key') return verdict
    const newer = await held.refetched()
    if (newer === null) throw providerIsSilent()
    return checkAccessToken(token, { keys: newer, issuer, resource, now: now() })
  }

  return {
    verifyAccessToken: async (token): Promise<AuthInfo> => {
      const verdict = await check(token)
      if (verdict.kind !== 'good') {
        logger.warn(
          { reason: verdict.kind === 'refused' ? verdict.reason : verdict.kind },
          'an access token was refused',
        )
        throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not one for this server, or is past its time.')
      }
      const { userId, clientId, scopes, expiresAt } = verdict.token
      return { token, clientId, scopes: [...scopes], expiresAt, resource: new URL(resource), extra: { userId } }
    },
  }
}

const providerIsSilent = (): HttpProblem =>
  new HttpProblem(503, 'Tokens cannot be checked right now. Try again in a moment.', { retryAfter: 5 })
