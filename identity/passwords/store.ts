import type { EmailAddress } from '@corroborate/wire/email'
import type { Database, Tx } from '../database/index.ts'
import type { PasswordScheme, StoredPassword } from '../users/index.ts'

/** Whose address it is, with the password if there is one. */
export type Login = { userId: string; emailId: string; password: StoredPassword | null }

/** Looks an address up together with its password: one statement, whether nobody has it, or has no password, or has one. */
export const findLogin = async (db: Database | Tx, projectId: string, email: EmailAddress): Promise<Login | null> => {
  const row = await db
    .selectFrom('user_emails as e')
    .leftJoin('password_hashes as p', join =>
      join.onRef('p.project_id', '=', 'e.project_id').onRef('p.user_id', '=', 'e.user_id'),
    )
    .select(['e.user_id', 'e.email_id', 'p.password_id', 'p.scheme', 'p.hash', 'p.requires_reset'])
    .where('e.project_id', '=', projectId)
    .where('e.email', '=', email)
    .executeTakeFirst()
  if (row === undefined) return null
  const { user_id: userId, email_id: emailId, password_id: passwordId, scheme, hash } = row
  if (passwordId === null || hash === null) return { userId, emailId, password: null }
  const requiresReset = row.requires_reset === 1
  return { userId, emailId, password: { passwordId, scheme: scheme as PasswordScheme, hash, requiresReset } }
}

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

/** Where a user hears of changes to the account: every address that was proved. */
export const provedAddresses = async (tx: Tx, projectId: string, userId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('user_emails')
    .select('email')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('verified', '=', 1)
    .orderBy('email')
    .execute()
  return rows.map(row => row.email)
}
