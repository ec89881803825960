import { hash } from 'node:crypto'
import { prepareStatement } from '@corroborate/server-kit/database'
import type { EmailAddress } from '@corroborate/wire/email'
import type { PasswordScheme, StoredPassword } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'

/** Whose address it is, with the password if there is one. */
export type Login = { userId: string; emailId: string; password: StoredPassword | null }

/** Looks an address up together with its password: one statement, whether nobody has it, or has no password, or has one. */
export const findLogin = async (db: Database | Tx, projectId: string, email: EmailAddress): Promise<Login | null> => {
  const [row] = await readLogin(db, projectId, email)
  if (row === undefined) return null
  const { user_id: userId, email_id: emailId, password_id: passwordId, scheme, hash: encoded } = row
  if (passwordId === null || encoded === null) return { userId, emailId, password: null }
  const requiresReset = row.requires_reset === 1
  return { userId, emailId, password: { passwordId, scheme: scheme as PasswordScheme, hash: encoded, requiresReset } }
}

const readLogin = prepareStatement((db: Database | Tx, projectId: string, email: string) =>
  db
    .selectFrom('user_emails as e')
    .leftJoin('password_hashes as p', join =>
      join.onRef('p.project_id', '=', 'e.project_id').onRef('p.user_id', '=', 'e.user_id'),
    )
    .select(['e.user_id', 'e.email_id', 'p.password_id', 'p.scheme', 'p.hash', 'p.requires_reset'])
    .where('e.project_id', '=', projectId)
    .where('e.email', '=', email),
)

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

/** The address behind an id, while it is this user's. */
export const addressOf = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
  emailId: string,
): Promise<EmailAddress | null> => {
  const row = await db
    .selectFrom('user_emails')
    .select('email')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('email_id', '=', emailId)
    .executeTakeFirst()
  return (row?.email as EmailAddress | undefined) ?? null
}
