import type { Migration } from '@corroborate/server-kit/database'
import { type Generated, sql } from 'kysely'
import { issueCode, moveExpiry, withdraw } from '../../accounts/one-time-tokens/index.ts'
import { deleteRememberedDevices } from '../../accounts/remembered-devices/store.ts'
import { touchUser } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { SealedRow, Sealer } from '../../platform/sealing/sealer.ts'
import type { Project } from '../../projects/index.ts'
import { newRecoveryCode, normaliseRecoveryCode, recoveryCodeCount } from './recovery-code.ts'

/** Authenticator apps. Their table was made by the first step of `accounts/users`. */
export type TotpTables = {
  totps: {
    project_id: string
    totp_id: string
    user_id: string
    /** base32, sealed. */
    secret: string
    verified: number
    /** Last accepted time step. Codes of this step or earlier ones are rejected (RFC 6238 §5.2). */
    last_step: number
    /** Codes tried since `guesses_since`. At a limit no more are compared for a while. */
    guesses: Generated<number>
    guesses_since: Generated<number>
    /** An app that is not confirmed by then no longer works. */
    expires_at: number
    created_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends TotpTables {}
}

export const totpMigrations: Migration[] = [
  {
    name: '2026-11-22-totp-guesses',
    async up(db) {
      await db.schema
        .alterTable('totps')
        .addColumn('guesses', 'integer', column => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('totps')
        .addColumn('guesses_since', 'bigint', column => column.notNull().defaultTo(0))
        .execute()
    },
  },
]

/** `secret` is as stored: sealed. */
export type Totp = { totpId: string; secret: string; verified: boolean; lastStep: number }

/** Codes that may be tried within `guessWindow`. After that no more are compared. A right code sets the count to zero. */
const mostGuesses = 5
/** In ms. */
const guessWindow = 15 * 60_000
/** Recovery codes do not expire. */
const never = Date.UTC(9999, 0)

const sealedRow = (projectId: string, id: string): SealedRow => ({ table: 'totps', projectId, id })

/** The secret of an authenticator app, as the app has it. */
export const openSecret = (sealer: Sealer, projectId: string, { totpId, secret }: Totp): string =>
  sealer.open(secret, sealedRow(projectId, totpId))

/** The authenticator app of a user: the confirmed one, or one that can still be confirmed. */
export const findTotp = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
  now: number,
): Promise<Totp | null> => {
  const row = await db
    .selectFrom('totps')
    .select(['totp_id', 'secret', 'verified', 'last_step'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(is => is.or([is('verified', '=', 1), is('expires_at', '>', now)]))
    .orderBy('verified', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  return { totpId: row.totp_id, secret: row.secret, verified: row.verified === 1, lastStep: row.last_step }
}

/** Adds an unconfirmed authenticator app. It replaces another one that was never confirmed. Returns its id. */
export const insertTotp = async (
  tx: Tx,
  project: Project,
  { userId, secret, expiresAt }: { userId: string; secret: string; expiresAt: number },
  sealer: Sealer,
  now: number,
): Promise<string> => {
  const replaced = await tx
    .deleteFrom('totps')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .where('verified', '=', 0)
    .returning('totp_id')
    .execute()
  for (const { totp_id } of replaced) await withdraw(tx, project.id, 'recovery_code', totp_id, now)
  const totpId = newId('totp', project.environment)
  await tx
    .insertInto('totps')
    .values({
      project_id: project.id,
      totp_id: totpId,
      user_id: userId,
      secret: sealer.seal(secret, sealedRow(project.id, totpId)),
      verified: 0,
      last_step: 0,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  await touchUser(tx, project.id, userId, now)
  return totpId
}

/**
 * Counts a guess before the code is compared, so that of any number of guesses at the same time at most five are compared.
 * Call it outside the transaction that signs in: a refusal must not undo the count.
 * @returns null when this guess may be compared, otherwise when the next one may, in epoch milliseconds
 */
export const countGuess = async (
  db: Database,
  projectId: string,
  totpId: string,
  now: number,
): Promise<number | null> => {
  const windowStart = now - guessWindow
  const counted = await db
    .updateTable('totps')
    .set({
      guesses: sql<number>`case when guesses_since <= ${sql.lit(windowStart)} then 1 else guesses + 1 end`,
      guesses_since: sql<number>`case when guesses_since <= ${sql.lit(windowStart)} then ${sql.lit(now)} else guesses_since end`,
    })
    .where('project_id', '=', projectId)
    .where('totp_id', '=', totpId)
    .where(is => is.or([is('guesses', '<', mostGuesses), is('guesses_since', '<=', windowStart)]))
    .returning('totp_id')
    .executeTakeFirst()
  if (counted !== undefined) return null
  const row = await db
    .selectFrom('totps')
    .select('guesses_since')
    .where('project_id', '=', projectId)
    .where('totp_id', '=', totpId)
    .executeTakeFirst()
  return (row?.guesses_since ?? now) + guessWindow
}

/**
 * Spends a time step. True for exactly one caller; false for every step at or before one that was spent (RFC 6238 §5.2).
 */
export const spendStep = async (tx: Tx, projectId: string, totpId: string, step: number): Promise<boolean> => {
  const row = await tx
    .updateTable('totps')
    .set({ last_step: step, guesses: 0 })
    .where('project_id', '=', projectId)
    .where('totp_id', '=', totpId)
    .where('last_step', '<', step)
    .returning('totp_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The first right code confirms an authenticator app. From then on its recovery codes do not expire. */
export const confirmTotp = async (
  tx: Tx,
  projectId: string,
  { totpId, userId }: { totpId: string; userId: string },
  now: number,
): Promise<void> => {
  await tx
    .updateTable('totps')
    .set({ verified: 1 })
    .where('project_id', '=', projectId)
    .where('totp_id', '=', totpId)
    .execute()
  await moveExpiry(tx, { projectId, kind: 'recovery_code', subject: totpId }, never)
  await touchUser(tx, projectId, userId, now)
}

/** Adds an authenticator app that was confirmed elsewhere. It has no recovery codes until the user requests them. */
export const addConfirmedTotp = async (
  tx: Tx,
  project: Project,
  userId: string,
  secret: string,
  sealer: Sealer,
  now: number,
): Promise<void> => {
  const totpId = await insertTotp(tx, project, { userId, secret, expiresAt: never }, sealer, now)
  await confirmTotp(tx, project.id, { totpId, userId }, now)
}

/** New recovery codes of an authenticator app. Its older ones no longer work. */
export const issueRecoveryCodes = async (
  tx: Tx,
  project: Project,
  { totpId, userId, expiresAt = never }: { totpId: string; userId: string; expiresAt?: number },
  now: number,
): Promise<string[]> => {
  await withdraw(tx, project.id, 'recovery_code', totpId, now)
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  for (const code of codes) {
    const payload = { id: newId('totp-recovery-code', project.environment) }
    const secret = {
      projectId: project.id,
      kind: 'recovery_code',
      subject: totpId,
      userId,
      payload,
      expiresAt,
    } as const
    await issueCode(tx, secret, now, normaliseRecoveryCode(code))
  }
  return codes
}

/** Removes an authenticator app, and forgets the devices that do without its codes. */
export const removeTotp = async (tx: Tx, projectId: string, userId: string, totpId: string): Promise<void> => {
  await tx
    .deleteFrom('totps')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('totp_id', '=', totpId)
    .execute()
  await deleteRememberedDevices(tx, projectId, { userId, deviceId: null })
}

/** Removes all authenticator apps of a user. */
export const removeTotps = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('totps').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  await deleteRememberedDevices(tx, projectId, { userId, deviceId: null })
}

/** Removes authenticator apps that were not confirmed in time. */
export const sweepTotps = async (db: Database, now: number): Promise<void> => {
  await db.deleteFrom('totps').where('verified', '=', 0).where('expires_at', '<', now).execute()
}
