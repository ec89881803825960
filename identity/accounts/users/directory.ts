import { parseEmail } from '@corroborate/wire/email'
import type { Database, Tx } from '../../platform/database/index.ts'
import { findEmail, findPhoneNumber, lockUser } from './store.ts'

/** The id of the user an operator means: by id, e-mail address, phone number or external id. */
export const findUserId = async (db: Database | Tx, projectId: string, text: string): Promise<string | null> => {
  const parsed = parseEmail(text)
  if (parsed.kind === 'email') return (await findEmail(db, projectId, parsed.email))?.userId ?? null
  if (text.startsWith('+')) return (await findPhoneNumber(db, projectId, text))?.userId ?? null
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where(is => is.or([is('user_id', '=', text), is('external_id', '=', text)]))
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Ids of a project's users, the newest first. */
export const listUserIds = async (db: Database, projectId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.user_id)
}

/** How many users of a project have a role of their own. */
export const countUsersWithRole = async (db: Database | Tx, projectId: string, role: string): Promise<number> => {
  const rows = await db
    .selectFrom('users')
    .select('roles')
    .where('project_id', '=', projectId)
    .where('roles', 'like', `%${JSON.stringify(role)}%`)
    .execute()
  // In a pattern an underscore stands for any character.
  return rows.filter(({ roles }) => (JSON.parse(roles) as string[]).includes(role)).length
}

/** Every table with rows of a user. The audit log keeps what was done, without the user's data. */
const tablesOfUser = [
  'user_emails',
  'user_phone_numbers',
  'password_hashes',
  'totps',
  'sessions',
  'single_use_secrets',
  'account_failures',
] as const

/** Removes a user with everything that is theirs. False when there is none. */
export const deleteUser = async (tx: Tx, projectId: string, userId: string): Promise<boolean> => {
  // A sign-in of the user ends before it, so that its session is among those removed, or fails after it.
  await lockUser(tx, projectId, userId)
  for (const table of tablesOfUser) {
    await tx.deleteFrom(table).where('project_id', '=', projectId).where('user_id', '=', userId).execute()
  }
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
