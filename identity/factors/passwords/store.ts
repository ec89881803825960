import { prepareStatement } from '@corroborate/server-kit/database'
import { touchUser, type UserRef } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids/index.ts'
import type { Project } from '../../projects/index.ts'

/** Passwords. Their table was made by the first step of `accounts/users`. */
export type PasswordTables = {
  /** One row per user with a password. */
  password_hashes: {
    project_id: string
    user_id: string
    password_id: string
    /** Hash scheme. Any hash other than our current argon2id is replaced at the next login. */
    scheme: 'argon2' | 'bcrypt' | 'scrypt' | 'pbkdf2'
    /** A PHC string; for bcrypt its own `$2b$…` form. */
    hash: string
    requires_reset: number
    created_at: number
    updated_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends PasswordTables {}
}

export type PasswordScheme = PasswordTables['password_hashes']['scheme']
export type StoredPassword = { passwordId: string; scheme: PasswordScheme; hash: string; requiresReset: boolean }

export const findPassword = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
): Promise<StoredPassword | null> => {
  const [row] = await readPassword(db, projectId, userId)
  if (row === undefined) return null
  return {
    passwordId: row.password_id,
    scheme: row.scheme,
    hash: row.hash,
    requiresReset: row.requires_reset === 1,
  }
}

const readPassword = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db
    .selectFrom('password_hashes')
    .select(['password_id', 'scheme', 'hash', 'requires_reset'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId),
)

/** Query part for a user's password, embedded in the statement that reads the user. */
export const passwordRows = (db: Database | Tx, { projectId, userId }: UserRef) =>
  (db as Database)
    .selectFrom('password_hashes')
    .select(['password_id', 'requires_reset'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)

/** Sets a user's password. An existing one is replaced and keeps its ID. */
export const setPassword = async (
  tx: Tx,
  project: Project,
  userId: string,
  { scheme, hash, requiresReset = false }: { scheme: PasswordScheme; hash: string; requiresReset?: boolean },
  now: number,
): Promise<void> => {
  const changes = { scheme, hash, requires_reset: requiresReset ? 1 : 0, updated_at: now }
  await tx
    .insertInto('password_hashes')
    .values({
      project_id: project.id,
      user_id: userId,
      password_id: newId('password', project.environment),
      created_at: now,
      ...changes,
    })
    .onConflict(conflict => conflict.columns(['project_id', 'user_id']).doUpdateSet(changes))
    .execute()
  await touchUser(tx, project.id, userId, now)
}

/** Disables a password until its owner resets it by mail. Returns false if the user has none. */
export const requireReset = async (tx: Tx, projectId: string, userId: string, now: number): Promise<boolean> => {
  const row = await tx
    .updateTable('password_hashes')
    .set({ requires_reset: 1, updated_at: now })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .returning('password_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await touchUser(tx, projectId, userId, now)
  return true
}

/**
 * Replaces the hash of a password by a better hash of the same password, unless the password was changed meanwhile.
 */
export const replaceHash = async (
  tx: Database | Tx,
  projectId: string,
  userId: string,
  old: string,
  { scheme, hash }: { scheme: PasswordScheme; hash: string },
): Promise<void> => {
  await tx
    .updateTable('password_hashes')
    .set({ scheme, hash })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('hash', '=', old)
    .execute()
}

export const removePassword = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('password_hashes').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}
