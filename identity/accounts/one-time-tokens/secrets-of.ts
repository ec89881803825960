import { createHash } from 'node:crypto'
import { deleteOlder } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import { linkIdText } from '@corroborate/wire/landing'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import type { AccountPart } from '../users/index.ts'
import { type LiveSecret, toSecret } from './store.ts'

/** Reads a subject's live code without counting a guess: its owner and its guess count. */
export const lookAtCode = async (
  db: Database | Tx,
  { projectId, kind, subject }: { projectId: string; kind: SecretKind; subject: string },
  now: number,
): Promise<{ userId: string; failures: number } | null> => {
  const row = await db
    .selectFrom('single_use_secrets')
    .select(['user_id', 'failures'])
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id, failures: row.failures }
}

/** A subject's live secrets of a kind, the newest first: a hundred at most. */
export const listLive = async (
  db: Database | Tx,
  { projectId, kind, subject }: { projectId: string; kind: SecretKind; subject: string },
  now: number,
): Promise<LiveSecret[]> => {
  const rows = await db
    .selectFrom('single_use_secrets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('secret_hash')
    .limit(100)
    .execute()
  return rows.map(toSecret)
}

/** Lists the purposes of a user's unused secrets of a kind, with their payloads. */
export const listUnused = async (
  db: Database | Tx,
  { projectId, kind, userId }: { projectId: string; kind: SecretKind; userId: string },
): Promise<{ subject: string; payload: unknown }[]> => {
  const rows = await db
    .selectFrom('single_use_secrets')
    .select(['subject', 'payload'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ subject, payload }) => ({ subject, payload: JSON.parse(payload) }))
}

/** Changes the expiry of a subject's unused secrets of a kind. */
export const moveExpiry = async (
  tx: Tx,
  { projectId, kind, subject }: { projectId: string; kind: SecretKind; subject: string },
  expiresAt: number,
): Promise<void> => {
  await tx
    .updateTable('single_use_secrets')
    .set({ expires_at: expiresAt })
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
}

/** Makes every unused secret of a user void, but perhaps those of some kinds, and those for some subjects. */
export const withdrawAllOfUser = async (
  tx: Tx,
  projectId: string,
  userId: string,
  { except = [], sparing = [] }: { except?: readonly SecretKind[]; sparing?: readonly string[] },
  now: number,
): Promise<void> => {
  await tx
    .updateTable('single_use_secrets')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .$if(except.length > 0, query => query.where('kind', 'not in', except))
    .$if(sparing.length > 0, query => query.where('subject', 'not in', sparing))
    .execute()
}

/** Makes every unused secret void that is for something which is gone, such as an address. */
export const withdrawAllOf = async (tx: Tx, projectId: string, subject: string, now: number): Promise<void> => {
  await tx
    .updateTable('single_use_secrets')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .execute()
}

/** Secrets that work once as a part of the account. */
export const singleUsePart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId, now }) => withdrawAllOfUser(tx, projectId, userId, {}, now),
  deleteUser: async (tx, projectId, userId) => {
    await tx
      .deleteFrom('single_use_secrets')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  },
}

/**
 * Wrong guesses that invalidate an emailed or SMS code of any purpose, after which even the correct code is rejected. Counted in
 * `guessCode` of `store.ts`.
 */
export const guessesPerCode = 5

/** Returns the ID by which the requesting browser recognizes its own magic link. */
export const linkIdOf = (token: string): string => createHash('sha256').update(linkIdText(token)).digest('base64url')

/** Removes secrets that have expired. */
export const sweepSecrets = async (db: Database, now: number): Promise<void> => {
  const before = now - providerTables.single_use_secrets.ms
  await deleteOlder(db, 'single_use_secrets', { key: ['project_id', 'secret_hash'], age: 'expires_at', before })
}
