import { hash } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Limits } from '@corroborate/server-kit/limits'
import { createRejectionLog, type Logger } from '@corroborate/server-kit/logging'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Kysely, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Account, accountKey } from '../../../kit/people/index.ts'
import { plainText } from '../plain-text.ts'
import { emailOf, hasProvedContact, mailAddressOf, provedContact, publicName } from '../user-facts.ts'
import type { Client, IdentityProvider, ProvedSession } from './provider/index.ts'
import type { SessionAnswer, SignedSession } from './session-jwt/index.ts'
import { isEnded, keepProfile, type Profile, profileReader, type SignInTables } from './store.ts'

/**
 * The session as a browser keeps it: the provider's token, and its JWT while there is one that fits. This file reads and writes
 * the cookie's value; `browser-session.ts` sets and deletes the cookie.
 */
type SessionCookie = { token: string; jwt: string | null }

/** `__Host-` binds the cookie to this very host over TLS, so that a sibling subdomain cannot toss one of its own. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'corroborate_session')

/** Format of a provider session token. Other values are ignored. */
const tokenForm = /^[\w-]{20,200}$/
export const isSessionToken = (text: unknown): text is string => typeof text === 'string' && tokenForm.test(text)

/** Browsers drop cookies above 4,096 bytes, name and attributes included. */
const mostCharacters = 3_800

/** `token.header.payload.signature`, or `token.` if the JWT is too long, in which case every request queries the provider. */
export const writeSessionCookie = ({ token, jwt }: SessionCookie): string =>
  jwt === null || token.length + jwt.length > mostCharacters ? `${token}.` : `${token}.${jwt}`

export const readSessionCookie = (value: string): SessionCookie | null => {
  const dot = value.indexOf('.')
  const token = value.slice(0, dot)
  if (dot === -1 || !isSessionToken(token)) return null
  return { token, jwt: value.slice(dot + 1) || null }
}

/** An authenticated session. */
export type KnownSession = { kind: 'account'; account: Account; session: { id: string; token: string } }

/** A session just confirmed by the provider. `cookie` is the browser's new cookie. */
export type VouchedSession = KnownSession & { cookie: FreshCookie; said: Said }

/**
 * The provider's verdict on a token. `unsure`: it is unavailable, and there is no other evidence. `owed`: one factor of two was proved,
 * which only allows proving the other; `contact` is the account's, for display.
 */
export type Asked = VouchedSession | OwedSession | { kind: 'nobody' } | { kind: 'unsure' }
export type OwedSession = { kind: 'owed'; token: string; contact: string | null }

/** Verdict on a session cookie. */
export type Recognised = KnownSession | Asked

/** `contact`: the proved address or number that names the account, for eyes; null when nothing was proved. */
type Said = { contact: string | null; isSignup: boolean }

export type FreshCookie = { value: string; expiresAt: number }

/**
 * Retention in ms, and maximum number, of remembered rejected tokens, which are not sent to the provider again. None of them can become
 * valid: the provider generates each token from 256 random bits and never resumes an ended session. They expire because a provider may be
 * restored from a backup.
 */
const refusedFor = 10 * 60_000
const mostRefusedTokens = 10_000

type Tables = SignInTables & OutboxTables

type SessionsOptions = {
  db: Kysely<Tables>
  provider: Pick<IdentityProvider, 'authenticate'>
  /** Reads a session JWT in this process. */
  verify: (jwt: string) => Promise<SessionAnswer>
  /** Receives every JWT that came directly from the provider. */
  learn: (jwt: string) => void
  limits: Pick<Limits<'sessionCheck'>, 'take'>
  /** Marks an account's contributions as verified or unverified. */
  noteProof: (tx: Transaction<Tables>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>
  /** Sends an address confirmation after the transaction commits. */
  mailConfirmation: (tx: Transaction<Tables>, to: { email: string; address: string }) => Promise<void>
  logger: Pick<Logger, 'warn' | 'error'>
  now: () => number
}

/**
 * Identifies the session of a cookie. With a fresh JWT that takes a signature check and one query; every five minutes the provider is
 * queried, which detects revocations there. A logout here takes effect immediately on every node.
 */
export const createSessions = ({
  db,
  provider,
  verify,
  learn,
  limits,
  noteProof,
  mailConfirmation,
  logger,
  now,
}: SessionsOptions) => {
  const readProfile = profileReader(db)
  const noteRefusal = createRejectionLog(logger)
  const refusedTokens = new LRUCache<string, number>({ max: mostRefusedTokens })
  /** A page and its calls arrive together: one look at the JWT, and one answer of the provider, is enough for all. */
  const questions = createSingleFlight<string, Asked>()
  const verifications = createSingleFlight<string, SessionAnswer>()

  const recognise = async ({ token, jwt }: SessionCookie, client: Client): Promise<Recognised> => {
    const answer = jwt === null ? null : await verifications.run(jwt, () => verify(jwt))
    if (answer?.kind === 'refused') {
      noteRefusal('a session JWT', { level: 'warn', reason: answer.reason, address: client.address })
      return { kind: 'nobody' }
    }
    if (answer?.kind === 'verified') {
      const { userId, sessionId, issuedAt, owesSecondFactor } = answer.session
      if (owesSecondFactor) return { kind: 'owed', token, contact: null }
      const profile = await readProfile(userId, { id: sessionId, token })
      if (profile?.hasEnded) return { kind: 'nobody' }
      if (profile !== null && issuedAt > profile.changedHandsAt) {
        return { kind: 'account', account: accountOf(profile, answer.session), session: { id: sessionId, token } }
      }
    }
    return ask(token, client)
  }

  /** Queries the provider for a token's session. */
  const ask = async (token: string, client: Client): Promise<Asked> => {
    const key = hash('sha256', token, 'base64url')
    if ((refusedTokens.get(key) ?? 0) > now()) return { kind: 'nobody' }
    const recognised = await questions.run(key, () => askProvider(token, client))
    if (recognised.kind === 'nobody') refusedTokens.set(key, now() + refusedFor)
    return recognised
  }

  const askProvider = async (token: string, client: Client): Promise<Asked> => {
    // Invalid tokens must not exhaust our rate limit at the provider.
    const { kind } = await limits.take('sessionCheck', { address: client.address })
    if (kind === 'refused') return unlessEnded(token)
    const answer = await provider.authenticate(token, client)
    if (answer.kind === 'not-found') return { kind: 'nobody' }
    if (answer.kind === 'owed') return { kind: 'owed', token, contact: null }
    if (answer.kind === 'unavailable') {
      noteRefusal('a session that could not be checked', { level: 'warn', reason: answer.reason })
      return unlessEnded(token)
    }
    return accept(answer.session, client)
  }

  /** Returns the verdict without the provider. */
  const unlessEnded = async (token: string): Promise<Asked> => ({
    kind: (await isEnded(db, token)) ? 'nobody' : 'unsure',
  })

  /** Updates an account's contributions and its profile's verification in the same transaction. */
  const keepProof = (profile: Profile, isNew: boolean, { address }: Client): Promise<void> =>
    runTransaction(db, async tx => {
      await keepProfile(tx, profile, now())
      // New users are asked to confirm their address.
      if (isNew && !profile.proved && profile.email !== null)
        await mailConfirmation(tx, { email: profile.email, address })
      await noteProof(tx, { key: accountKey(profile.userId) }, profile.proved)
    })

  /** Accepts a session confirmed by the provider, unless it was ended here while the provider was unavailable. */
  const accept = async (session: ProvedSession, client: Client): Promise<Exclude<Asked, { kind: 'unsure' }>> => {
    if (session.jwt !== null) learn(session.jwt)
    const profile = profileOf(session)
    if (session.owesSecondFactor) return { kind: 'owed', token: session.token, contact: saidOf(session).contact }
    const known = await readProfile(profile.userId, { id: session.sessionId, token: session.token })
    if (known?.hasEnded) return { kind: 'nobody' }
    const isNew = known === null && session.impersonator === null
    if (known?.proved !== profile.proved) await keepProof(profile, isNew, client)
    else if (!isSame(known, profile)) await keepProfile(db, profile, now())
    return {
      kind: 'account',
      account: accountOf(profile, { roles: session.user.roles, impersonator: session.impersonator }),
      session: { id: session.sessionId, token: session.token },
      cookie: { value: writeSessionCookie(session), expiresAt: session.expiresAt },
      said: saidOf(session),
    }
  }

  return { recognise, accept, ask }
}

export type Sessions = ReturnType<typeof createSessions>

const isSame = (a: Profile, b: Profile): boolean => a.name === b.name && a.email === b.email && a.mailTo === b.mailTo

const profileOf = ({ user }: ProvedSession): Profile => ({
  userId: user.user_id,
  name: publicName(user),
  email: emailOf(user),
  mailTo: mailAddressOf(user),
  proved: hasProvedContact(user),
})

const saidOf = ({ user }: ProvedSession): Said => {
  const contact = provedContact(user)
  return { contact: contact === null ? null : plainText(contact), isSignup: user.created_at === user.updated_at }
}

const accountOf = (
  { userId, name, email, proved }: Profile,
  { roles, impersonator }: Pick<SignedSession, 'roles' | 'impersonator'>,
): Account => ({
  key: accountKey(userId),
  signedIn: true,
  id: userId,
  name,
  email,
  roles: impersonator === null ? roles : [],
  ...(impersonator !== null && { impersonator }),
  proved,
})
