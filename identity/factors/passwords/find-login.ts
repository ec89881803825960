import { hash } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import { emails } from '../../accounts/contacts/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { findPassword, type StoredPassword } from './password-store.ts'

/** The user with an address, and their password if they have one. */
export type Login = { userId: string; emailId: string; password: StoredPassword | null }

/** Looks up an address and its user's password. The statements are the same whether there is a user or a password or not. */
export const findLogin = async (db: Database | Tx, projectId: string, email: EmailAddress): Promise<Login | null> => {
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
