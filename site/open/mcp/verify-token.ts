import { HttpProblem } from '@corroborate/server-kit/http'
import type { Logger } from '@corroborate/server-kit/logging'
import { type AssistantScope, assistantScopes } from '@corroborate/wire/assistants'
import { sessionJwtAlgorithms } from '@corroborate/wire/session-jwt'
import { type AuthInfo, OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from '@modelcontextprotocol/server'
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { createSessionKeys, type SessionKeySet, type SessionKeys } from '../../accounts/sign-in/index.ts'
import type { OutsideService } from '../../kit/outside/index.ts'

/** Claims of an access token. `expiresAt` in epoch seconds. */
export type AccessToken = { userId: string; clientId: string; scopes: readonly AssistantScope[]; expiresAt: number }

type TokenVerdict =
  | { kind: 'good'; token: AccessToken }
  /** Its header names a key that is not in the set. */
  | { kind: 'unknown-key' }
  /** `reason` is for logs. */
  | { kind: 'refused'; reason: string }

type Expected = {
  keys: SessionKeySet
  /** Issuer of this site's tokens. */
  issuer: string
  /** Required audience: this site's MCP URL (RFC 8707). */
  resource: string
  /** Epoch milliseconds. */
  now: number
}

/** No token of ours is longer. */
const mostCharacters = 8_192

/** Clock tolerance in seconds. */
const clockTolerance = 10

const claims = z.object({
  sub: z.string().min(1),
  client_id: z.string().min(1),
  scope: z.string().default(''),
  exp: z.number(),
})

/**
 * Verifies a JWT access token (RFC 9068) locally: signature, issuer, audience and lifetime. Rejects tokens of other APIs, ID tokens and our
 * sessions.
 */
export const checkAccessToken = async (
  token: string,
  { keys, issuer, resource, now }: Expected,
): Promise<TokenVerdict> => {
  if (token.length > mostCharacters) return { kind: 'refused', reason: 'it is too long' }
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(keys, kid), {
      issuer,
      audience: resource,
      typ: 'at+jwt',
      algorithms: [...sessionJwtAlgorithms],
      clockTolerance,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub', 'client_id'],
    })
    const read = claims.safeParse(payload)
    if (!read.success) return { kind: 'refused', reason: 'its claims have another form' }
    const { sub, client_id, scope, exp } = read.data
    return { kind: 'good', token: { userId: sub, clientId: client_id, scopes: scopesIn(scope), expiresAt: exp } }
  } catch (error) {
    if (error instanceof UnknownKey) return { kind: 'unknown-key' }
    if (error instanceof errors.JOSEError) return { kind: 'refused', reason: error.message }
    throw error
  }
}

class UnknownKey extends errors.JWKSNoMatchingKey {}

const keyNamed = (keys: SessionKeySet, kid: string | undefined) => {
  const key = kid === undefined ? undefined : keys.get(kid)
  if (key === undefined) throw new UnknownKey()
  return key
}

const scopesIn = (scope: string): AssistantScope[] =>
  scope.split(' ').filter((word): word is AssistantScope => Object.hasOwn(assistantScopes, word))

export const assistantLimits = {
  /** Calls of one address. */
  assistantCall: { points: 300, perSeconds: 60 },
  /** Searches of one address: each reads the whole index, and may ask outside. */
  assistantSearch: { points: 60, perSeconds: 60 },
  /** Papers queried per client address. */
  assistantPapers: { points: 10_000, perSeconds: 60 },
  /** Actions per account. */
  assistantDeed: { points: 120, perSeconds: 60 * 60 },
} as const

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
