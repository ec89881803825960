import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/index.ts'
import { orderedText, pastPrefix } from '../../platform/ordered-text/index.ts'

/** Finds a user by ID or external ID. */
export const findUserId = async (db: Database | Tx, projectId: string, text: string): Promise<string | null> => {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where(is => is.or([is('user_id', '=', text), is('external_id', '=', text)]))
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** True if a user of the project has this external ID. */
export const hasExternalId = async (db: Database | Tx, projectId: string, externalId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row !== undefined
}

/** A place in the list of all users, the newest first. */
export type PlaceByAge = { createdAt: number; userId: string }

/** A project's users, the newest first; `after` is the last of the page before. */
export const listUsersByAge = async (
  db: Database | Tx,
  projectId: string,
  { after, limit }: { after: PlaceByAge | null; limit: number },
): Promise<PlaceByAge[]> => {
  let query = db
    .selectFrom('users')
    .select(['user_id', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('user_id', 'desc')
    .limit(limit)
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'user_id'), '<', tuple(after.createdAt, after.userId)),
    )
  }
  return (await query.execute()).map(({ user_id, created_at }) => ({ userId: user_id, createdAt: created_at }))
}

/** Ids of a project's users, the newest first. */
export const listUserIds = async (db: Database, projectId: string, limit: number): Promise<string[]> =>
  (await listUsersByAge(db, projectId, { after: null, limit })).map(({ userId }) => userId)

/** Users by a part of their name, written small as the database does it. */
export type NamedUser = { key: string; userId: string }
export type NameSearch = {
  /** `given` is the whole first name that the last name comes after, or null. */
  part: 'first_name' | 'last_name'
  given: string | null
  prefix: string
  after: NamedUser | null
  limit: number
}

/** Finds users by prefix of the first or last name, case-insensitively, in character order. */
export const searchNames = async (
  db: Database | Tx,
  projectId: string,
  { part, given, prefix, after, limit }: NameSearch,
): Promise<NamedUser[]> => {
  const key = orderedText(db, sql<string>`lower(${sql.ref(part)})`)
  const small = (text: string) => sql<string>`lower(${text})`
  let query = db
    .selectFrom('users')
    .select(['user_id', key.as('key')])
    .where('project_id', '=', projectId)
    .where(key, '<', sql<string>`lower(${prefix}) || ${pastPrefix('')}`)
    .orderBy(key)
    .orderBy('user_id')
    .limit(limit)
  query =
    after === null
      ? query.where(key, '>=', small(prefix))
      : query.where(sql<boolean>`(${key}, user_id) > (${after.key}, ${after.userId})`)
  if (given !== null) query = query.where(orderedText(db, sql<string>`lower(first_name)`), '=', small(given))
  return (await query.execute()).map(({ user_id, key: found }) => ({ userId: user_id, key: found }))
}

/** The columns of the user's row shown in lists. */
export type UserRow = {
  userId: string
  name: string
  status: 'active' | 'pending'
  roles: string[]
  createdAt: number
  signedInAt: number | null
}

export const readUserRows = async (
  db: Database | Tx,
  projectId: string,
  userIds: readonly string[],
): Promise<UserRow[]> => {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'middle_name', 'last_name', 'status', 'roles', 'created_at', 'signed_in_at'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', [...userIds])
    .execute()
  return rows.map(row => ({
    userId: row.user_id,
    name: [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' '),
    status: row.status,
    roles: JSON.parse(row.roles),
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
  }))
}

/** Lists the IDs of a project's users with a granted role, in order of creation. */
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
