import { type Migration, prepareStatement } from '@corroborate/server-kit/database'
import { sql } from 'kysely'
import { isSecondFactor, type Proved } from '../accounts/second-factor/second-factor.ts'
import type { AccountPart } from '../accounts/users/index.ts'
import type { Database, Tx } from '../platform/database/index.ts'
import { refuse } from '../platform/refusal/refusal.ts'
import type { RequestFacts } from '../platform/request/facts-of.ts'
import type { Project } from '../projects/index.ts'
import type { Captcha } from './captcha/index.ts'
import type { Devices } from './devices/create-devices.ts'
import { failuresBefore, lockTimes } from './guard.ts'

/** Counted wrong codes as a part of the account. */
export const failurePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: null,
  deleteUser: async (tx, projectId, userId) => {
    await tx.deleteFrom('account_failures').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  },
}

type Asked = {
  project: Project
  request: RequestFacts
  body: { captcha_token?: string | undefined; dfp_telemetry_id?: string | undefined }
}

/** Admission check of every endpoint that accepts captchas or device IDs. */
export type Gate = {
  /**
   * Admits a request whose project requires no proof, or whose proof is valid; returns true if a captcha was verified. While the captcha
   * service is unavailable, only rate limits apply (`requireWhenNear`).
   * @throws Refusal `captcha_required`, `captcha_failed`, `too_many_requests`
   */
  pass: (asked: Asked) => Promise<boolean>
}

/** With device decisioning, only suspicious devices need a captcha; otherwise all requests or none. */
export const createGate = ({ captcha, devices }: { captcha: Captcha; devices: Devices }): Gate => ({
  pass: async asked => {
    const { project, request, body } = asked
    const { deviceFingerprint: mode } = project
    const verdict = mode === 'off' ? null : await devices.look(project, body.dfp_telemetry_id, request)
    if (verdict === null || mode === 'observation') return project.captchaOnEveryCall && (await captcha.demand(asked))
    if (verdict.kind === 'block') refuse('too_many_requests', { retryAfter: 60 })
    return verdict.kind === 'challenge' && (await captcha.demand(asked))
  },
})

/**
 * Targets of guesses. Anyone who knows an address can try passcodes; the second factor (TOTP or recovery code) requires a session. Each is
 * counted separately, so that an attacker who locks one leaves the owner the other.
 */
export type Guessed = 'passcode' | 'second_factor'

export type ProtectionTables = {
  account_failures: {
    project_id: string
    user_id: string
    guessed: Guessed
    /** Consecutive failures since the last sign-in, or for the second factor, since its last success. */
    failures: number
    locked_until: number
  }
}

declare module '../platform/database/index.ts' {
  interface Tables extends ProtectionTables {}
}

export const protectionMigrations: Migration[] = [
  {
    name: '2026-11-21-account-failures',
    async up(db) {
      await db.schema
        .createTable('account_failures')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('failures', 'integer', column => column.notNull())
        .addColumn('locked_until', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('account_failures_pk', ['project_id', 'user_id'])
        .execute()
    },
  },
  {
    name: '2026-11-23-account-failures-by-factor',
    async up(db) {
      // Discards the old counts once, because they did not record the kind of guess.
      await db.schema.dropTable('account_failures').execute()
      await db.schema
        .createTable('account_failures')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('guessed', 'text', column => column.notNull())
        .addColumn('failures', 'integer', column => column.notNull())
        .addColumn('locked_until', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('account_failures_by_factor_pk', ['project_id', 'user_id', 'guessed'])
        .execute()
    },
  },
]

/** The user and the kind of guess. */
type Guesses = { project: Pick<Project, 'id'>; userId: string; guessed: Guessed }

/**
 * Refuses to look at codes of an account that is locked: after `failuresBefore.lock` wrong ones in a row, over however many
 * codes. Ask before looking.
 * @throws Refusal `user_lock_limit_reached`
 */
export const requireUnlocked = async (
  db: Database | Tx,
  { project, userId, guessed }: Guesses,
  now: number,
): Promise<void> => {
  const row = await db
    .selectFrom('account_failures')
    .select('locked_until')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('guessed', '=', guessed)
    .executeTakeFirst()
  if (row !== undefined && row.locked_until > now) {
    refuse('user_lock_limit_reached', { retryAfter: (row.locked_until - now) / 1_000 })
  }
}

/** Counts a wrong code. Call it outside a transaction that the refusal rolls back. */
export const noteFailure = async (db: Database, { project, userId, guessed }: Guesses, now: number): Promise<void> => {
  const failures = sql<number>`account_failures.failures + 1`
  const lockedUntil = sql<number>`case
    when (${failures}) % ${sql.lit(failuresBefore.lock)} <> 0 then account_failures.locked_until
    when ${failures} < ${sql.lit(failuresBefore.longLock)} then ${now + lockTimes.lock}
    else ${now + lockTimes.longLock} end`
  await db
    .insertInto('account_failures')
    .values({ project_id: project.id, user_id: userId, guessed, failures: 1, locked_until: 0 })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'user_id', 'guessed']).doUpdateSet({ failures, locked_until: lockedUntil }),
    )
    .execute()
}

/**
 * Resets the passcode failures after a sign-in. Second-factor failures reset only if a second factor was used: a guessed password must not
 * grant more attempts at it.
 */
export const resetFailures = async (
  tx: Tx,
  project: Pick<Project, 'id'>,
  userId: string,
  factor: Proved,
): Promise<void> => {
  await (isSecondFactor(factor) ? deleteFailures : deletePasscodeFailures)(tx, project.id, userId)
}

const failuresOf = (db: Database | Tx, projectId: string, userId: string) =>
  db.deleteFrom('account_failures').where('project_id', '=', projectId).where('user_id', '=', userId)

const deleteFailures = prepareStatement(failuresOf)
const deletePasscodeFailures = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  failuresOf(db, projectId, userId).where('guessed', '=', sql.lit<Guessed>('passcode')),
)

/** Counted wrong codes. `lockedUntil` in epoch ms; 0: never locked. */
export type CountedFailures = { guessed: Guessed; failures: number; lockedUntil: number }

/** Returns an account's failure counts for a support operator. */
export const readFailures = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
): Promise<CountedFailures[]> => {
  const rows = await db
    .selectFrom('account_failures')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('guessed')
    .execute()
  return rows.map(({ guessed, failures, locked_until }) => ({ guessed, failures, lockedUntil: locked_until }))
}

/** Forgets all wrong codes of an account: it is locked no longer. False when none were counted. */
export const unlockAccount = async (tx: Tx, projectId: string, userId: string): Promise<boolean> =>
  (await failuresOf(tx, projectId, userId).returning('user_id').execute()).length > 0
