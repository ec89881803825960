import { Outdated, runTransaction } from '@corroborate/server-kit/database'
import { addressKey } from '@corroborate/server-kit/limits'
import type { EmailAddress } from '@corroborate/wire/email'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { emails, proveEmail } from '../../accounts/contacts/index.ts'
import {
  extendSession,
  type Held,
  holdSession,
  type LiveSession,
  type ProvedFactor,
} from '../../accounts/sessions/index.ts'
import { checkVerifier, lookAtToken, spend } from '../../accounts/single-use/index.ts'
import { hasSecondFactor, requireRecentFactor, stepUpOf } from '../../accounts/step-up/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Kept } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import type { Breaches } from './breaches/index.ts'
import { changePassword } from './change-password.ts'
import { findDecoy, findLogin, type Login } from './find-login.ts'
import type { Hasher } from './hashing/index.ts'
import { findPassword, replaceHash, setPassword } from './password-store.ts'
import { startReset } from './start-reset.ts'
import { createTurns, type Judge } from './strength/index.ts'

const knowledge: ProvedFactor = { type: 'password', delivery_method: 'knowledge' }

type Tools = { hasher: Hasher; judge: Judge; breaches: Breaches }

/** Passwords of one sender that are graded at once: people type one at a time, and some share an address. */
const gradesAtOnce = 8

type Trying = {
  project: Project
  request: RequestFacts
  body: { email: EmailAddress; captcha_token?: string | undefined }
}

/** Whoever tries passwords of a list knows it as well as its owner: it proves nothing any more, and only the mailbox does. */
const knownFromBreach =
  'This password is on a public list, perhaps since another site that used it had a security issue. To keep this account safe, set a new one: an e-mail helps you to do it.'

/** Passwords: made, proved, graded, and reset in three ways. */
export const createPasswordCalls = (core: Core, { hasher, judge, breaches }: Tools): readonly Route[] => {
  const { db, guard, captcha, sessions, logger } = core
  const turns = createTurns(gradesAtOnce)

  /**
   * Who has this address and password. Unknown addresses, accounts without a password and wrong passwords cost the same
   * limits, the same statements and the same hash, and end in the same refusal.
   */
  const requirePassword = async (
    { project, request, body }: Trying,
    password: string,
  ): Promise<Login & { password: NonNullable<Login['password']> }> => {
    const kept: Kept[] = [
      await guard.address('tryPerAddress', request),
      await guard.project('tryPerAccount', project, body.email),
      await guard.project('tryPerAccountInDay', project, body.email),
    ]
    await captcha.requireWhenNear({ project, request, body, kept })
    const [login, decoy] = await Promise.all([
      findLogin(db, project.id, body.email),
      findDecoy(db, project, body.email),
    ])
    const isRight = await hasher.verify(login?.password ?? decoy, password)
    if (!isRight || login === null || login.password === null) {
      // In the log and not in the audit table: a refusal must not cost a write for some addresses only.
      logger.info({ request: request.id, project: project.id, user: login?.userId ?? null }, 'password refused')
      refuse('unauthorized_credentials')
    }
    const { password: stored } = login
    await guard.forgive('tryPerAccount', project, body.email)
    await guard.forgive('tryPerAccountInDay', project, body.email)
    // Told to those alone who know the password.
    if (stored.requiresReset) refuse('reset_password')
    if (isKnownFromBreach(project, password)) {
      const details = { reason: 'breached_password' }
      const { userId } = login
      await audit(db, {
        projectId: project.id,
        action: 'password.refused',
        actor: 'anonymous',
        userId,
        request,
        details,
      })
      refuse('reset_password', { message: knownFromBreach })
    }
    return { ...login, password: stored }
  }

  /** Looked up here only: a log-in waits for nobody outside. */
  const isKnownFromBreach = ({ passwords }: Project, password: string): boolean =>
    passwords.breachDetection && passwords.breachDetectionAtLogIn && breaches.isListed(password)

  /** Refuses a password that was replaced while it was being compared. */
  const requireUnchanged = async ({ tx, project, userId }: Held, hash: string): Promise<void> => {
    const stored = await findPassword(tx, project.id, userId)
    if (stored?.hash !== hash) refuse('unauthorized_credentials')
  }

  return [
    answer(endpoints.passwords.create, async call => {
      const { project, body, request } = call
      const { now } = request
      const kept = [await guard.address('registerPerAddress', request)]
      await captcha.requireWhenNear({ project, request, body, kept })
      await judge.requireStrong(body.password, { project, email: body.email })
      const hash = await hasher.hash(body.password)

      // Whoever hides who has an account cannot let anybody in before the mailbox is proved: the client sends a reset mail next.
      if (project.enumerationProtection) {
        await runTransaction(db, tx => emails.findOrCreate(tx, project, body.email, now))
        refuse('reset_password', { message: 'Please confirm your e-mail address to go on.' })
      }

      let emailId = ''
      const whose = async (tx: Tx) => (await emails.findOrCreate(tx, project, body.email, now)).userId
      const prove = async (held: Held) => {
        const { tx, userId } = held
        emailId = await requireUnclaimed(core.users, held, body.email)
        await setPassword(tx, project, userId, { scheme: 'argon2', hash }, now)
        await audit(tx, { projectId: project.id, action: 'password.created', actor: userId, userId, request })
        return knowledge
      }
      const signedIn = await core.signIn(call, { whose, durationMinutes: body.session_duration_minutes, prove })
      return { ...signedIn, email_id: emailId }
    }),

    answer(endpoints.passwords.authenticate, async call => {
      const { project, body } = call
      const { userId, password } = await requirePassword(call, body.password)
      const newer = hasher.isOutdated(password) ? await hasher.hash(body.password) : null
      const prove = async (held: Held) => {
        await requireUnchanged(held, password.hash)
        if (newer !== null) {
          await replaceHash(held.tx, project.id, userId, password.hash, { scheme: 'argon2', hash: newer })
        }
        return knowledge
      }
      return core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
    }),

    answer(endpoints.passwords.strengthCheck, async ({ project, body, request }) => {
      await guard.address('strengthPerAddress', request)
      return turns(addressKey(request.address), () => judge.judge(body.password, { project, email: body.email }))
    }),

    answer(endpoints.passwords.resetByEmailStart, call => startReset(core, call)),

    answer(endpoints.passwords.resetByEmail, async call => {
      const { project, body, request } = call
      const { now } = request
      await guard.address('tryPerAddress', request)
      const secret = await lookAtToken(db, project.id, ['password_reset'], body.token, now)
      if (secret === null) refuse('unable_to_auth_password_reset_token')
      // Neither a wrong verifier nor a weak password spends the token: both can be mended.
      checkVerifier(secret.codeChallenge, body.code_verifier)
      const { userId, subject: emailId } = secret
      const email = await emails.valueOf(db, project.id, userId, emailId)
      if (email === null) refuse('unable_to_auth_password_reset_token')
      await judge.requireStrong(body.password, { project, email })
      const hash = await hasher.hash(body.password)

      const prove = async (held: Held) => {
        if (!(await spend(held.tx, project.id, secret.hash, now))) refuse('unable_to_auth_password_reset_token')
        // First: it takes away what somebody else may have put there, and the new password is not that.
        if (!(await proveEmail(core, held, emailId))) refuse('unable_to_auth_password_reset_token')
        await changePassword(core, held, { hash, by: 'email' })
        return knowledge
      }
      const signedIn = await core.signIn(call, {
        whose: userId,
        durationMinutes: body.session_duration_minutes,
        prove,
      })
      await guard.forgive('tryPerAccount', project, email)
      await guard.forgive('tryPerAccountInDay', project, email)
      return signedIn
    }),

    answer(endpoints.passwords.resetByExistingPassword, async call => {
      const { project, session, body, request } = call
      const { userId, password } = await requirePassword(call, body.existing_password)
      // Who has an authenticator app has it asked here too: a password alone must not lock its owner out.
      const requireSecondFactor = (user: User, own: LiveSession | null): void => {
        if (!hasSecondFactor(user)) return
        if (own === null) refuse('insufficient_factors')
        requireRecentFactor({ project, session: own, user, now: request.now })
      }
      const own = session?.userId === userId ? session : null
      requireSecondFactor(await sessions.userOf(project, userId, request.now), own)
      await judge.requireStrong(body.new_password, { project, email: body.email })
      const hash = await hasher.hash(body.new_password)
      const prove = async (held: Held) => {
        await requireUnchanged(held, password.hash)
        // Once more: an app may have been added while the password was being hashed.
        requireSecondFactor(await requireUser(core.users, held), held.session)
        await changePassword(core, held, { hash, by: 'existing_password' })
        return knowledge
      }
      return core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
    }),

    answer(endpoints.passwords.resetBySession, async call => {
      const { project, session, sessionToken, body, request } = call
      const { now } = request
      await guard.address('tryPerAddress', request)
      const requireFresh = (user: User, own: LiveSession): void => {
        if (stepUpOf({ project, session: own, user, now }) === 'stale') refuse('session_too_old_to_reset_password')
        requireRecentFactor({ project, session: own, user, now })
      }
      const user = await sessions.userOf(project, session.userId, now)
      requireFresh(user, session)
      await judge.requireStrong(body.password, { project, email: user.emails[0]?.email })
      const hash = await hasher.hash(body.password)

      const kept = await holdSession(db, call, async held => {
        // Once more: an app may have been added while the password was being hashed.
        requireFresh(await requireUser(core.users, held), held.session)
        // To choose a password is no proof of who one is: the session gains time when asked, but no factor.
        const minutes = body.session_duration_minutes
        const extended =
          minutes === undefined ? held.session : await extendSession(held.tx, project, held.session, minutes, now)
        if (extended === null) refuse('session_not_found')
        await changePassword(core, held, { hash, by: 'session' })
        return extended
      })
      const { __user: _, ...answered } = await sessions.signedIn(project, { session: kept, token: sessionToken }, now)
      return answered
    }),
  ]
}

/** The user who is held, as they are now. @throws Refusal `session_not_found` when they were deleted */
const requireUser = async (
  users: Pick<Users, 'read'>,
  { tx, project, userId, request }: Pick<Held, 'tx' | 'project' | 'userId' | 'request'>,
): Promise<User> => (await users.read(tx, project.id, userId, request.now)) ?? refuse('session_not_found')

/**
 * The id of an address that is free: somebody has only ever typed it. For any other, with a password or without, proved or
 * not, there is one refusal, on which the client sends its owner a mail.
 * @throws Refusal `reset_password`
 */
const requireUnclaimed = async (
  users: Pick<Users, 'isAccount'>,
  { tx, project, userId }: Held,
  email: EmailAddress,
): Promise<string> => {
  const found = await emails.find(tx, project.id, email)
  if (found?.userId !== userId) throw new Outdated('The address went to somebody else before its user was held.')
  if (found.verified || (await users.isAccount(tx, project.id, userId))) refuse('reset_password')
  return found.id
}
