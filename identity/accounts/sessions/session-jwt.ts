import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import { sessionClaim } from '@corroborate/wire/session-jwt'
import type { Session } from '@corroborate/wire/types'
import type { SigningKey } from './keys.ts'

const signAsync = promisify(sign)

/** How long a session JWT is good for, in ms. Clients renew theirs every three minutes. */
export const jwtLifetime = 5 * 60_000

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/**
 * Signs what a session says about its user (RFC 7519, RS256), small enough for a cookie. Written by hand rather than with
 * a library because it is on the path of every sign-in; the signature is made on another thread.
 */
export const signSessionJwt = async (
  { id, privateKey }: SigningKey,
  { issuer, audience, session, now }: { issuer: string; audience: string; session: Session; now: number },
): Promise<string> => {
  const { session_id, started_at, last_accessed_at, expires_at, attributes, roles, authentication_factors } = session
  const expiry = Math.min(now + jwtLifetime, Date.parse(expires_at))
  const head = encode({ alg: 'RS256', kid: id, typ: 'JWT' })
  const body = encode({
    ...session.custom_claims,
    iss: issuer,
    aud: [audience],
    sub: session.user_id,
    iat: seconds(now),
    nbf: seconds(now),
    exp: seconds(expiry),
    [sessionClaim]: {
      id: session_id,
      started_at,
      last_accessed_at,
      expires_at,
      attributes,
      roles,
      authentication_factors,
    },
  })
  const signature = await signAsync('RSA-SHA256', Buffer.from(`${head}.${body}`), privateKey)
  return `${head}.${body}.${signature.toString('base64url')}`
}
