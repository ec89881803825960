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
  /** They were users elsewhere: then they are active, and their first sign-in here is no signup. */
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

/** Whether somebody has ever signed in as this user. */
export const isActive = async (db: Database | Tx, projectId: string, userId: string): Promise<boolean> =>
  (await statuses(db, projectId, userId))[0]?.status === 'active'

const statuses = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.selectFrom('users').select('status').where('project_id', '=', projectId).where('user_id', '=', userId),
)

/**
 * To be called after every change of what the user object shows: the user is as new as the change. One who never signed in
 * is also as old as it.
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
 * Notes a sign-in. False when there is no such user. After the first one `created_at` equals `updated_at`, which is how the
 * site tells a signup from a log-in (SPEC §4); after every other one it does not.
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

/** Changes what is named and leaves the rest. */
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
 * Keeps the user's row until the transaction ends, so that two requests about one user decide one after the other. On SQLite
 * they do in any case: one transaction writes at a time, from its first moment. Calls go through `holdUser`
 * (`accounts/sessions`), which looks at their session again as well.
 */
export const lockUser = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  if (engineOf(tx) === 'postgres') await locked(tx, projectId, userId)
}

/** The same for several users, always in one order: of two transactions that want the same ones, one waits for the other. */
export const lockUsers = async (tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> => {
  for (const userId of [...new Set(userIds)].toSorted()) await lockUser(tx, projectId, userId)
}

/** Takes from a user what they, or a stranger in their place, said of themselves. What the operator said stays. */
export const clearOwnWords = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
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
