import { messageOf } from '@corroborate/server-kit/error-message'
import { impersonatorOf } from '@corroborate/wire/impersonation'
import { owesSecondFactor, pendingAudience } from '@corroborate/wire/second-factor'
import { type SessionJwtAlgorithm, sessionClaim, sessionJwtAlgorithms } from '@corroborate/wire/session-jwt'
import type { Session } from '@corroborate/wire/types'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { z } from 'zod'
import type { SessionKeySet } from './session-keys.ts'

/** Content of a session JWT. Times in epoch milliseconds. */
export type SignedSession = {
  sessionId: string
  userId: string
  roles: readonly string[]
  factors: readonly Session['authentication_factors'][number][]
  /** Its user has a second factor, and has not proved it. */
  owesSecondFactor: boolean
  /** Impersonating operator; null for the user's own session. */
  impersonator: string | null
  issuedAt: number
  /** Until when the JWT may be believed without asking the provider. */
  expiresAt: number
}

export type Verdict =
  | { kind: 'verified'; session: SignedSession }
  /** Its header names a key that is not in the set. */
  | { kind: 'unknown-key' }
  /** The provider made it, and it is too old. */
  | { kind: 'expired' }
  /** `reason` is for logs, not for people. */
  | { kind: 'refused'; reason: string }

export type Expected = {
  keys: SessionKeySet
  /** The provider's origin. */
  issuer: string
  /** The project's id. */
  audience: string
  /** Epoch milliseconds. */
  now: number
}

/** Allowed clock skew, in seconds. */
const clockTolerance = 10
/** A cookie holds no more. */
const mostCharacters = 4_096

const form = /^([\w-]+)\.[\w-]+\.[\w-]+$/

/**
 * Checks a session JWT (RFC 7519, RFC 8725) without asking the provider. `jose` checks the signature, issuer, audience and
 * times. The header may name one of two algorithms and a key of the set, and nothing else.
 */
export const verifySessionJwt = async (jwt: string, { keys, ...expected }: Expected): Promise<Verdict> => {
  const head = jwt.length > mostCharacters ? undefined : form.exec(jwt)?.[1]
  if (head === undefined) return refused('it does not look like a JWT')
  const header = readHeader(jwt, head)
  if (header === null) return refused('its header is not one of ours')
  const key = keys.get(header.kid)
  if (key === undefined) return { kind: 'unknown-key' }
  try {
    const { payload } = await jwtVerify(jwt, key, optionsFor(header.alg, expected))
    return sessionOf(payload, expected.now)
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { kind: 'expired' }
    if (error instanceof errors.JWTInvalid) return refused('its claims are no JSON object')
    return refused(messageOf(error))
  }
}

const refused = (reason: string): Verdict => ({ kind: 'refused', reason })

/** A key id that does not look like this is not worth asking the provider for. */
const headerForm = z.strictObject({
  alg: z.enum(sessionJwtAlgorithms),
  kid: z.string().regex(/^[\w-]{1,100}$/),
  typ: z.literal('JWT').optional(),
})

/**
 * Parses a JWT's header. Returns null if it contains anything besides key ID, algorithm and type, or a duplicate member, which would not
 * survive reserialization.
 */
const readHeader = (jwt: string, encoded: string): z.infer<typeof headerForm> | null => {
  try {
    const header = decodeProtectedHeader(jwt)
    const isWhole = Buffer.from(JSON.stringify(header)).toString('base64url') === encoded
    return isWhole ? headerForm.parse(header) : null
  } catch {
    return null
  }
}

const optionsFor = (
  algorithm: SessionJwtAlgorithm,
  { issuer, audience, now }: Omit<Expected, 'keys'>,
): JWTVerifyOptions => ({
  algorithms: [algorithm],
  issuer,
  audience: [audience, pendingAudience(audience)],
  clockTolerance,
  currentDate: new Date(now),
})

const claimsForm = z.object({
  sub: z.string().min(1),
  iat: z.number(),
  nbf: z.number(),
  exp: z.number(),
  [sessionClaim]: z.object({
    id: z.string().min(1),
    roles: z.array(z.string()).default([]),
    authentication_factors: z.array(z.custom<Session['authentication_factors'][number]>()).default([]),
  }),
})

const sessionOf = (payload: JWTPayload, now: number): Verdict => {
  const claims = claimsForm.safeParse(payload).data
  if (claims === undefined) return refused('it says nothing about a session')
  const { sub, iat, exp, [sessionClaim]: session } = claims
  // jose compares this claim with the clock only when tokens must not be older than a given age.
  if (iat > now / 1_000 + clockTolerance) return refused('it was issued in the future')
  return {
    kind: 'verified',
    session: {
      sessionId: session.id,
      userId: sub,
      roles: session.roles,
      factors: session.authentication_factors,
      owesSecondFactor: owesSecondFactor(payload),
      impersonator: impersonatorOf(session.authentication_factors)?.email ?? null,
      issuedAt: iat * 1_000,
      expiresAt: exp * 1_000,
    },
  }
}
