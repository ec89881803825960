import { engineOf, prepareInsert, prepareStatement } from '@corroborate/server-kit/database'
import { sql } from 'kysely'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'

export type NewUser = {
  firstName?: string
  middleName?: string
  lastName?: string
  trustedMetadata?: Record<string, unknown>
  untrustedMetadata?: Record<string, unknown>
  externalId?: string | null
  roles?: readonly string[]
  /** The user was imported: they are active, and their first sign-in here is not a signup. */
  isImported?: boolean
}

/** Makes a user without any factor, pending until the first sign-in. Returns the id. */
export const createUser = async (
  tx: Tx,
  project: Project,
  user: NewUser = {},
  now: number,
  userId = newId('user', project.environment),
): Promise<string> => {
  await insertUser(tx, {
    project_id: project.id,
    user_id: userId,
    status: user.isImported === true ? 'active' : 'pending',
    first_name: user.firstName ?? '',
    middle_name: user.middleName ?? '',
    last_name: user.lastName ?? '',
    roles: JSON.stringify(user.roles ?? []),
    trusted_metadata: JSON.stringify(user.trustedMetadata ?? {}),
    untrusted_metadata: JSON.stringify(user.untrustedMetadata ?? {}),
    external_id: user.externalId ?? null,
    signed_in_at: null,
    created_at: now,
    updated_at: now,
  })
  return userId
}

const insertUser = prepareInsert<Tables, 'users'>('users')

/** Removes a user's own row. False when there was none. */
export const removeUserRow = async (tx: Tx, projectId: string, userId: string): Promise<boolean> =>
  (await userRemoved(tx, projectId, userId)).length > 0

const userRemoved = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.deleteFrom('users').where('project_id', '=', projectId).where('user_id', '=', userId).returning('user_id'),
)

export const userExists = async (db: Database | Tx, projectId: string, userId: string): Promise<boolean> =>
  (await statuses(db, projectId, userId)).length > 0

/** True if this user has ever signed in. */
export const isActive = async (db: Database | Tx, projectId: string, userId: string): Promise<boolean> =>
  (await statuses(db, projectId, userId))[0]?.status === 'active'

const statuses = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.selectFrom('users').select('status').where('project_id', '=', projectId).where('user_id', '=', userId),
)

/**
 * Updates the user's modification time. Call it after every change to the visible user object. For a user who never signed in, it also
 * updates the creation time.
 */
export const touchUser = async (tx: Tx, projectId: string, userId: string, now: number): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      updated_at: now,
      created_at: sql<number>`case when status = 'pending' then ${now} else created_at end`,
    })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Records a sign-in. Returns false if there is no such user. After the first sign-in `created_at` equals `updated_at`, which lets the site
 * tell a signup from a login (SPEC §4); later they differ.
 */
export const noteSignIn = async (tx: Tx, projectId: string, userId: string, now: number): Promise<boolean> =>
  (await signInNoted(tx, projectId, userId, now)).length > 0

const signInNoted = prepareStatement((db: Database | Tx, projectId: string, userId: string, now: number) =>
  db
    .updateTable('users')
    .set({
      status: 'active',
      created_at: sql<number>`case when status = 'pending' then ${now} else created_at end`,
      updated_at: sql<number>`case when status = 'pending' or created_at < ${now} then ${now} else created_at + 1 end`,
      signed_in_at: now,
    })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('user_id'),
)

export type UserChange = {
  name?:
    | { first_name?: string | undefined; middle_name?: string | undefined; last_name?: string | undefined }
    | undefined
  untrustedMetadata?: Record<string, unknown> | undefined
  trustedMetadata?: Record<string, unknown> | undefined
  roles?: readonly string[]
}

/** Updates the given fields only. */
export const updateUser = async (
  tx: Tx,
  projectId: string,
  userId: string,
  { name = {}, untrustedMetadata, trustedMetadata, roles }: UserChange,
  now: number,
): Promise<void> => {
  const changes = {
    ...(name.first_name !== undefined && { first_name: name.first_name }),
    ...(name.middle_name !== undefined && { middle_name: name.middle_name }),
    ...(name.last_name !== undefined && { last_name: name.last_name }),
    ...(untrustedMetadata !== undefined && { untrusted_metadata: JSON.stringify(untrustedMetadata) }),
    ...(trustedMetadata !== undefined && { trusted_metadata: JSON.stringify(trustedMetadata) }),
    ...(roles !== undefined && { roles: JSON.stringify(roles) }),
  }
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('users').set(changes).where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  await touchUser(tx, projectId, userId, now)
}

/**
 * Locks the user's row until the transaction ends, so that concurrent requests about a user are serialized. On SQLite they always are,
 * because a single writer runs at a time. Endpoints use `holdUser` (`accounts/sessions`), which also rechecks the session.
 */
export const lockUser = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  if (engineOf(tx) === 'postgres') await locked(tx, projectId, userId)
}

/** The same for several users, always in one order: of two transactions that want the same ones, one waits for the other. */
export const lockUsers = async (tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> => {
  for (const userId of [...new Set(userIds)].toSorted()) await lockUser(tx, projectId, userId)
}

/** Clears the profile data entered by the user, or by an attacker in their place. Data set by the operator stays. */
export const clearOwnTexts = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ first_name: '', middle_name: '', last_name: '', untrusted_metadata: '{}' })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

const locked = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .forUpdate(),
)
