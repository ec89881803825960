import { hash } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import { emails } from '../../accounts/contacts/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { findPassword, type StoredPassword } from './password-store.ts'

/** Whose address it is, with the password if there is one. */
export type Login = { userId: string; emailId: string; password: StoredPassword | null }

/** Looks an address up, and its user's password: the same statements, whether nobody has it, or has no password, or has one. */
export const findLogin = async (db: Database | Tx, projectId: string, email: EmailAddress): Promise<Login | null> => {
  const found = await emails.find(db, projectId, email)
  const password = await findPassword(db, projectId, found?.userId ?? 'nobody')
  return found === null ? null : { userId: found.userId, emailId: found.id, password }
}

/**
 * A hash to compare a password with where there is none: that of some user, always the same one for an address. Hashes brought
 * in from elsewhere take longer or shorter than ours, and so must a refusal, whether the address is theirs or nobody's. Null
 * in a project without passwords.
 */
export const findDecoy = async (
  db: Database | Tx,
  { id: projectId, environment }: Pick<Project, 'id' | 'environment'>,
  email: EmailAddress,
): Promise<Pick<StoredPassword, 'hash'> | null> => {
  // Ids are random, so that the first one after a hash of the address is anybody's.
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
