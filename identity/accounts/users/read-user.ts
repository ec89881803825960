import { prepareStatement } from '@corroborate/server-kit/database'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../platform/database/index.ts'
import { everybodysRole } from '../../projects/index.ts'
import type { UserTables } from './tables.ts'

export type UserRow = Selectable<UserTables['users']>

export const readUserRow = async (db: Database | Tx, projectId: string, userId: string): Promise<UserRow | null> =>
  (await userRows(db, projectId, userId))[0] ?? null

const userRows = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.selectFrom('users').selectAll().where('project_id', '=', projectId).where('user_id', '=', userId),
)

/** What the user object has from the user's own row. */
export const ownFields = (row: UserRow) => ({
  user_id: row.user_id,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  status: row.status,
  name: { first_name: row.first_name, middle_name: row.middle_name, last_name: row.last_name },
  roles: rolesOf(row),
  trusted_metadata: JSON.parse(row.trusted_metadata),
  untrusted_metadata: JSON.parse(row.untrusted_metadata),
  external_id: row.external_id,
})

/** The user's own roles after the one everybody has. */
export const rolesOf = (row: Pick<UserRow, 'roles'>): string[] => [
  ...new Set<string>([everybodysRole, ...JSON.parse(row.roles)]),
]
