import { actorClaim, impersonatorOf } from '@corroborate/wire/impersonation'
import { sessionClaim } from '@corroborate/wire/session-jwt'
import type { Session } from '@corroborate/wire/types'
import { SignJWT } from 'jose'
import type { SigningKey } from './keys.ts'

/** Session JWT lifetime, in ms. Clients renew theirs every three minutes. */
const jwtLifetime = 5 * 60_000

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** Signs a session's claims about its user (RFC 7519), small enough for a cookie. Signing runs on another thread. */
export const signSessionJwt = (
  { id, algorithm, privateKey }: SigningKey,
  { issuer, audience, session, now }: { issuer: string; audience: string; session: Session; now: number },
): Promise<string> => {
  const { session_id, started_at, last_accessed_at, expires_at, attributes, roles, authentication_factors } = session
  const impersonator = impersonatorOf(authentication_factors)
  const claims = {
    ...session.custom_claims,
    [actorClaim]: impersonator === null ? undefined : { sub: impersonator.id },
    iss: issuer,
    aud: [audience],
    sub: session.user_id,
    iat: seconds(now),
    nbf: seconds(now),
    exp: seconds(Math.min(now + jwtLifetime, Date.parse(expires_at))),
    [sessionClaim]: {
      id: session_id,
      started_at,
      last_accessed_at,
      expires_at,
      attributes,
      roles,
      authentication_factors,
    },
  }
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: id, typ: 'JWT' }).sign(privateKey)
}
