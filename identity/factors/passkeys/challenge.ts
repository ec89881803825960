import { runTransaction } from '@corroborate/server-kit/database'
import { z } from 'zod'
import { issueToken, lookAtToken } from '../../accounts/one-time-tokens/index.ts'
import type { Asking } from '../../accounts/sessions/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'

/** Client data in the signature: ceremony, origin and challenge (WebAuthn §5.8.1). */
export type ClientData = { type: string; challenge: string; origin: string; isFramed: boolean }

const schema = z.object({
  type: z.string(),
  challenge: z.string().regex(/^[\w-]+$/),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
  topOrigin: z.unknown().optional(),
})

/** Reads client data, which is JSON in base64url. Null when it is something else. Pure. */
export const readClientData = (encoded: string): ClientData | null => {
  try {
    const { type, challenge, origin, crossOrigin, topOrigin } = schema.parse(
      JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')),
    )
    // Rejects frames, because the embedding site can trick users with overlays (clickjacking).
    return { type, challenge, origin, isFramed: crossOrigin === true || (topOrigin ?? null) !== null }
  } catch {
    return null
  }
}

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    passkey_registration: true
    passkey_sign_in: true
  }
}

/** Lifetime of a challenge, in ms. Also the timeout given to browsers. */
export const challengeLifetime = 5 * 60_000

type Ceremony = 'passkey_registration' | 'passkey_sign_in'
/** Browser names of the ceremonies. */
const typeOf = { passkey_registration: 'webauthn.create', passkey_sign_in: 'webauthn.get' } as const

const registrationSchema = z.object({
  userHandle: z.string(),
  authenticatorType: z.enum(['platform', 'cross-platform', '']),
  userAgent: z.string(),
  isDiscoverable: z.boolean(),
})

const payloadSchema = z.object({
  domain: z.string(),
  /** Session or, before sign-in, browser that may answer. */
  for: z.union([
    z.object({ sessionId: z.string() }),
    z.object({ origin: z.string().nullable(), userAgent: z.string() }),
  ]),
  /** Time of the request, in epoch milliseconds. */
  at: z.number(),
  registration: registrationSchema.nullable(),
})
type Payload = z.infer<typeof payloadSchema>

/** Registration data of a new passkey before it is created. */
export type Registering = z.infer<typeof registrationSchema>

type Asked = Asking & { domain: string; registration?: Registering }

/** A new challenge: 256 random bits. It can be answered once, in one ceremony. */
export const issueChallenge = (
  db: Database | Tx,
  ceremony: Ceremony,
  { project, session, request, domain, registration }: Asked,
): Promise<string> => {
  const payload: Payload = {
    domain,
    for: session === null ? browserOf(request) : { sessionId: session.id },
    at: request.now,
    registration: registration ?? null,
  }
  const secret = {
    projectId: project.id,
    kind: ceremony,
    subject: session?.id ?? '',
    userId: session?.userId ?? '',
    payload,
    expiresAt: request.now + challengeLifetime,
  }
  return db.isTransaction
    ? issueToken(db as Tx, secret, request.now)
    : runTransaction(db as Database, tx => issueToken(tx, secret, request.now))
}

const browserOf = ({ origin, userAgent }: RequestFacts) => ({ origin, userAgent })

/** An unspent challenge and its context. Its `hash` spends it. */
export type Challenge = Omit<Payload, 'for'> & { value: string; hash: string; isOfSession: boolean }

/**
 * Returns the challenge that a browser answered, after all checks that don't need the passkey: the ceremony, the origin, and the session or
 * browser that requested it. The challenge is not spent.
 * @throws Refusal `unable_to_auth_webauthn_registration`
 */
export const requireChallenge = async (
  db: Database,
  ceremony: Ceremony,
  { project, session, request }: Asking,
  clientDataJSON: string,
): Promise<Challenge> => {
  const clientData = readClientData(clientDataJSON)
  if (clientData === null || clientData.type !== typeOf[ceremony] || clientData.isFramed) return refused()
  const { origin, challenge: value } = clientData
  if (!project.allowedOrigins.includes(origin) || (request.origin ?? origin) !== origin) return refused()
  const secret = await lookAtToken(db, project.id, [ceremony], value, request.now)
  if (secret === null) {
    return refused('This took too long, or it was already done. Please try again.')
  }
  const { for: asked, ...payload } = payloadSchema.parse(secret.payload)
  const isOfSession = 'sessionId' in asked
  const isSame = isOfSession
    ? asked.sessionId === session?.id
    : asked.origin === request.origin && asked.userAgent === request.userAgent
  if (!isSame) return refused()
  return { ...payload, value, hash: secret.hash, isOfSession }
}

/** @throws Refusal `unable_to_auth_webauthn_registration` */
export const refused = (message?: string): never => refuse('unable_to_auth_webauthn_registration', { message })
