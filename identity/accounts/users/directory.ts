import type { Database, Tx } from '../../platform/database/index.ts'

/** The id of the user who has this id, or this external id. */
export const findUserId = async (db: Database | Tx, projectId: string, text: string): Promise<string | null> => {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where(is => is.or([is('user_id', '=', text), is('external_id', '=', text)]))
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether a user of the project has this external id. */
export const hasExternalId = async (db: Database | Tx, projectId: string, externalId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row !== undefined
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

/** Ids of a project's users who have a role of their own, in the order in which they came. */
export const listUserIdsWithRole = async (db: Database | Tx, projectId: string, role: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'roles'])
    .where('project_id', '=', projectId)
    .where('roles', 'like', `%${JSON.stringify(role)}%`)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  // In a pattern an underscore stands for any character.
  return rows.filter(({ roles }) => (JSON.parse(roles) as string[]).includes(role)).map(({ user_id }) => user_id)
}
