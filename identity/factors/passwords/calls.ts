import { addressKey } from '@corroborate/server-kit/limits'
import type { EmailAddress } from '@corroborate/wire/email'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { emails, proveEmail } from '../../accounts/contacts/index.ts'
import { extendSession, isLive, type ProvedFactor } from '../../accounts/sessions/index.ts'
import { checkVerifier, lookAtToken, spend, withdraw } from '../../accounts/single-use/index.ts'
import { requireRecentFactor, stepUpOf } from '../../accounts/step-up/index.ts'
import { lockUser, type Users } from '../../accounts/users/index.ts'
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
export const passwordCalls = (core: Core, { hasher, judge, breaches }: Tools): readonly Route[] => {
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
    await captcha.requireWhenNear({ project, body, kept })
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

  /** Holds the user, and refuses a password that was replaced while it was being compared. */
  const requireUnchanged = async (tx: Tx, project: Project, userId: string, hash: string): Promise<void> => {
    await lockUser(tx, project.id, userId)
    const stored = await findPassword(tx, project.id, userId)
    if (stored?.hash !== hash) refuse('unauthorized_credentials')
  }

  return [
    answer(endpoints.passwords.create, async call => {
      const { project, body, request } = call
      const { now } = request
      const kept = [await guard.address('registerPerAddress', request)]
      await captcha.requireWhenNear({ project, body, kept })
      await judge.requireStrong(body.password, { project, email: body.email })
      const hash = await hasher.hash(body.password)

      // Whoever hides who has an account cannot let anybody in before the mailbox is proved: the client sends a reset mail next.
      if (project.enumerationProtection) {
        await db.transaction().execute(tx => emails.findOrCreate(tx, project, body.email, now))
        refuse('reset_password', { message: 'Please confirm your e-mail address to go on.' })
      }

      let emailId = ''
      const signedIn = await core.signIn(call, body.session_duration_minutes, async tx => {
        const found = await emails.findOrCreate(tx, project, body.email, now)
        if (!found.created) await requireUnclaimed(core.users, tx, project, found, now)
        emailId = found.id
        await setPassword(tx, project, found.userId, { scheme: 'argon2', hash }, now)
        await audit(tx, {
          projectId: project.id,
          action: 'password.created',
          actor: found.userId,
          userId: found.userId,
          request,
        })
        return { userId: found.userId, factor: knowledge }
      })
      return { ...signedIn, email_id: emailId }
    }),

    answer(endpoints.passwords.authenticate, async call => {
      const { project, body } = call
      const { userId, password } = await requirePassword(call, body.password)
      const newer = hasher.isOutdated(password) ? await hasher.hash(body.password) : null
      return core.signIn(call, body.session_duration_minutes, async tx => {
        await requireUnchanged(tx, project, userId, password.hash)
        if (newer !== null) {
          await replaceHash(tx, project.id, userId, password.hash, { scheme: 'argon2', hash: newer })
        }
        return { userId, factor: knowledge }
      })
    }),

    answer(endpoints.passwords.strengthCheck, async ({ project, body, request }) => {
      await guard.address('strengthPerAddress', request)
      return turns(addressKey(request.address), () => judge.judge(body.password, { project, email: body.email }))
    }),

    answer(endpoints.passwords.resetByEmailStart, call => startReset(core, call)),

    answer(endpoints.passwords.resetByEmail, async call => {
      const { project, session, body, request } = call
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

      const signedIn = await core.signIn(call, body.session_duration_minutes, async tx => {
        await lockUser(tx, project.id, userId)
        if (!(await spend(tx, project.id, secret.hash, now))) refuse('unable_to_auth_password_reset_token')
        await withdraw(tx, project.id, 'password_reset', emailId, now)
        await withdraw(tx, project.id, 'reset_login', emailId, now)
        // First: it takes away what somebody else may have put there, and the new password is not that.
        const isTheirs = await proveEmail(core, tx, { project, userId, request, session, id: emailId })
        if (!isTheirs) refuse('unable_to_auth_password_reset_token')
        await changePassword(core, tx, { project, request, userId, hash, session, by: 'email' })
        return { userId, factor: knowledge }
      })
      await guard.forgive('tryPerAccount', project, email)
      await guard.forgive('tryPerAccountInDay', project, email)
      return signedIn
    }),

    answer(endpoints.passwords.resetByExistingPassword, async call => {
      const { project, session, body, request } = call
      const { userId, password } = await requirePassword(call, body.existing_password)
      const user = await sessions.userOf(project, userId, request.now)
      // Who has an authenticator app has it asked here too: a password alone must not lock its owner out.
      if (user.totps.some(totp => totp.verified)) {
        if (session?.userId !== userId) refuse('insufficient_factors')
        requireRecentFactor({ project, session, user, now: request.now })
      }
      await judge.requireStrong(body.new_password, { project, email: body.email })
      const hash = await hasher.hash(body.new_password)
      return core.signIn(call, body.session_duration_minutes, async tx => {
        await requireUnchanged(tx, project, userId, password.hash)
        await changePassword(core, tx, { project, request, userId, hash, session, by: 'existing_password' })
        return { userId, factor: knowledge }
      })
    }),

    answer(endpoints.passwords.resetBySession, async ({ project, session, sessionToken, body, request }) => {
      const { userId } = session
      const { now } = request
      await guard.address('tryPerAddress', request)
      const user = await sessions.userOf(project, userId, now)
      if (stepUpOf({ project, session, user, now }) === 'stale') refuse('session_too_old_to_reset_password')
      requireRecentFactor({ project, session, user, now })
      await judge.requireStrong(body.password, { project, email: user.emails[0]?.email })
      const hash = await hasher.hash(body.password)

      const kept = await db.transaction().execute(async tx => {
        await lockUser(tx, project.id, userId)
        if (!(await isLive(tx, project.id, session.id))) refuse('session_not_found')
        // To choose a password is no proof of who one is: the session gains time when asked, but no factor.
        const minutes = body.session_duration_minutes
        const extended = minutes === undefined ? session : await extendSession(tx, project, session, minutes, now)
        if (extended === null) refuse('session_not_found')
        await changePassword(core, tx, { project, request, userId, hash, session, by: 'session' })
        return extended
      })
      const { __user: _, ...answered } = await sessions.signedIn(project, { session: kept, token: sessionToken }, now)
      return answered
    }),
  ]
}

/**
 * An address that somebody has only ever typed is free. For any other, with a password or without, proved or not, there is
 * one refusal, on which the client sends its owner a mail.
 * @throws Refusal `reset_password`
 */
const requireUnclaimed = async (
  users: Users,
  tx: Tx,
  project: Project,
  { userId, verified }: { userId: string; verified: boolean },
  now: number,
): Promise<void> => {
  await lockUser(tx, project.id, userId)
  const user = await users.read(tx, project.id, userId, now)
  if (verified || user?.status !== 'pending' || user.password !== null) refuse('reset_password')
}
