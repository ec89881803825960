import { type AssistantScope, assistantScopes } from '@corroborate/wire/assistants'
import { sessionJwtAlgorithms } from '@corroborate/wire/session-jwt'
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { SessionKeySet } from '../../accounts/sign-in/index.ts'

/** Claims of an access token. `expiresAt` in epoch seconds. */
export type AccessToken = { userId: string; clientId: string; scopes: readonly AssistantScope[]; expiresAt: number }

export type TokenVerdict =
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
