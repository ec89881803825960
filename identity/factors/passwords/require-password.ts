import { hash } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import type { User } from '@corroborate/wire/types'
import { emails } from '../../accounts/contacts/attach.ts'
import type { Held } from '../../accounts/sessions/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Kept } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Breaches } from './breaches/index.ts'
import { findPassword, type StoredPassword } from './store.ts'
import type { Tools } from './tools.ts'

/** The user with an address, and their password if they have one. */
type Login = { userId: string; emailId: string; password: StoredPassword | null }

/** Looks up an address and its user's password. The statements are the same whether there is a user or a password or not. */
const findLogin = async (db: Database | Tx, projectId: string, email: EmailAddress): Promise<Login | null> => {
  const found = await emails.find(db, projectId, email)
  const password = await findPassword(db, projectId, found?.userId ?? 'nobody')
  return found === null ? null : { userId: found.userId, emailId: found.id, password }
}

/**
 * A hash to compare a password with when the account has none: that of some user, always the same one for an address. Imported
 * hashes take more or less time than ours. So a refusal must take such times too, whether the address has an account or not.
 * Null in a project without passwords.
 */
export const findDecoy = async (
  db: Database | Tx,
  { id: projectId, environment }: Pick<Project, 'id' | 'environment'>,
  email: EmailAddress,
): Promise<Pick<StoredPassword, 'hash'> | null> => {
  // Ids are random, so the first one after a hash of the address may be any user's.
  const [next] = await readHashFrom(db, projectId, `user-${environment}-${hash('sha256', email, 'hex')}`)
  if (next !== undefined) return next
  const [first] = await readHashFrom(db, projectId, '')
  return first ?? null
}

const readHashFrom = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('password_hashes')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('user_id', '>=', userId)
    .orderBy('user_id')
    .limit(1),
)

/** Returns the current state of the locked user. @throws Refusal `session_not_found` if they were deleted */
export const requireLockedUser = async (
  users: Pick<Users, 'read'>,
  { tx, project, userId, request }: Pick<Held, 'tx' | 'project' | 'userId' | 'request'>,
): Promise<User> => (await users.read(tx, project.id, userId, request.now)) ?? refuse('session_not_found')

type Trying = {
  project: Project
  request: RequestFacts
  body: { email: EmailAddress; captcha_token?: string | undefined }
}

/** A login with the correct password. */
export type ProvedLogin = Login & { password: NonNullable<Login['password']> }

/** A leaked password proves nothing, since attackers know it too. Only the mailbox identifies the owner. */
const knownFromBreach =
  'This password is on a public list of leaked passwords. It may have leaked from another site where it was used. To keep your account safe, set a new password: you get an e-mail for that.'

/**
 * The account with this address and password. Unknown addresses, accounts without a password and wrong passwords use up the
 * same limits, take the same statements and the same hash, and end in the same refusal.
 * @throws Refusal `unauthorized_credentials`, `reset_password`, `too_many_requests`, and those of a captcha
 */
export const requirePassword = async (
  { db, guard, captcha, logger }: Core,
  { hasher, breaches }: Pick<Tools, 'hasher' | 'breaches'>,
  { project, request, body }: Trying,
  password: string,
): Promise<ProvedLogin> => {
  const kept: Kept[] = [
    await guard.address('tryPerAddress', request),
    await guard.project('tryPerAccount', project, body.email),
    await guard.project('tryPerAccountInDay', project, body.email),
  ]
  await captcha.requireWhenNear({ project, request, body, kept })
  const [login, decoy] = await Promise.all([findLogin(db, project.id, body.email), findDecoy(db, project, body.email)])
  const isRight = await hasher.verify(login?.password ?? decoy, password)
  if (!isRight || login === null || login.password === null) {
    // In the log and not in the audit table: a refusal must not cost a write for some addresses only.
    logger.info({ request: request.id, project: project.id, user: login?.userId ?? null }, 'password refused')
    refuse('unauthorized_credentials')
  }
  const { userId, password: stored } = login
  await forgiveTries({ guard }, project, body.email)
  // Disclosed only to callers with the correct password.
  if (stored.requiresReset) refuse('reset_password')
  if (isKnownFromBreach(breaches, project, password)) {
    const details = { reason: 'breached_password' }
    await audit(db, { projectId: project.id, action: 'password.refused', actor: 'anonymous', userId, request, details })
    refuse('reset_password', { message: knownFromBreach })
  }
  return { ...login, password: stored }
}

/** Checks local lists only, so that no login waits for an external service. */
const isKnownFromBreach = (breaches: Breaches, { passwords }: Project, password: string): boolean =>
  passwords.breachDetection && passwords.breachDetectionAtLogIn && breaches.isListed(password)

/** Resets an account's failed login counter after its owner authenticated. */
export const forgiveTries = async ({ guard }: Pick<Core, 'guard'>, project: Project, email: EmailAddress) => {
  await guard.forgive('tryPerAccount', project, email)
  await guard.forgive('tryPerAccountInDay', project, email)
}

/** Refuses a password that was changed while it was being compared. @throws Refusal `unauthorized_credentials` */
export const requireUnchanged = async ({ tx, project, userId }: Held, hash: string): Promise<void> => {
  const stored = await findPassword(tx, project.id, userId)
  if (stored?.hash !== hash) refuse('unauthorized_credentials')
}
