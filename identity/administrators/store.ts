import type { Migration } from '@corroborate/server-kit/database'
import type { AccountPart } from '../accounts/users/index.ts'
import type { Database, Tx } from '../platform/database/index.ts'
import { refuse } from '../platform/refusal/refusal.ts'
import { lockProject } from '../projects/index.ts'

/** Administrator roles in the console. Each role includes the permissions of the previous ones. */
export const administratorRoles = ['auditor', 'support', 'owner'] as const
export type AdministratorRole = (typeof administratorRoles)[number]

/** Descriptions of the roles for administrators. */
export const roleWords: Readonly<Record<AdministratorRole, string>> = {
  auditor: 'Read-only access to everything except secrets.',
  support: 'Support for user accounts, and resending of failed messages.',
  owner: 'Full access, including administrators.',
}

/** True if a role includes the permissions of the needed role. Pure. */
export const mayAs = (role: AdministratorRole, needed: AdministratorRole): boolean =>
  administratorRoles.indexOf(role) >= administratorRoles.indexOf(needed)

/** The role of this name, or null. */
export const roleNamed = (text: string): AdministratorRole | null =>
  administratorRoles.find(role => role === text) ?? null

export type AdministratorTables = {
  administrators: {
    project_id: string
    user_id: string
    role: AdministratorRole
    added_at: number
  }
}

declare module '../platform/database/index.ts' {
  interface Tables extends AdministratorTables {}
}

export const administratorMigrations: Migration[] = [
  {
    name: '2026-12-20-administrators',
    async up(db) {
      await db.schema
        .createTable('administrators')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('role', 'text', column => column.notNull())
        .addColumn('added_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('administrators_pk', ['project_id', 'user_id'])
        .execute()
    },
  },
]

/** The role of a user of the console's project; null: they are no administrator. */
export const roleOf = async (
  db: Database | Tx,
  projectId: string,
  userId: string,
): Promise<AdministratorRole | null> => {
  const row = await db
    .selectFrom('administrators')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role ?? null
}

/** All administrators, in the order in which they came. */
export const listAdministrators = async (
  db: Database | Tx,
  projectId: string,
): Promise<{ userId: string; role: AdministratorRole; addedAt: number }[]> => {
  const rows = await db
    .selectFrom('administrators')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('added_at')
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id, role, added_at }) => ({ userId: user_id, role, addedAt: added_at }))
}

/** Makes a user an administrator. Returns false and leaves the role unchanged if they already are one. */
export const addAdministrator = async (
  tx: Tx,
  projectId: string,
  { userId, role }: { userId: string; role: AdministratorRole },
  now: number,
): Promise<boolean> => {
  const row = await tx
    .insertInto('administrators')
    .values({ project_id: projectId, user_id: userId, role, added_at: now })
    .onConflict(conflict => conflict.columns(['project_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes an administrator's role. @throws Refusal if no owner would remain */
export const changeRole = async (
  tx: Tx,
  projectId: string,
  { userId, role }: { userId: string; role: AdministratorRole },
): Promise<void> => {
  if (role !== 'owner') await requireOtherOwner(tx, projectId, userId)
  await tx
    .updateTable('administrators')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes an administrator's row with their account. @throws Refusal if no owner would remain */
const removeAdministrator = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  if ((await roleOf(tx, projectId, userId)) === null) return
  await requireOtherOwner(tx, projectId, userId)
  await tx.deleteFrom('administrators').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

/** Locks the project, so that two owners who remove each other's role concurrently cannot both succeed. */
const requireOtherOwner = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await lockProject(tx, projectId)
  const all = await listAdministrators(tx, projectId)
  const owners = all.filter(({ role }) => role === 'owner').map(each => each.userId)
  if (owners.length === 1 && owners[0] === userId) {
    refuse('unauthorized_action', { message: 'This is the last owner. Add another owner first.' })
  }
}

/** Administrator role as an account part. It is deleted with the account, and an invited administrator is not purged before they accept. */
export const administratorPart: AccountPart = {
  userField: null,
  isWayIn: null,
  makesAccount: async (db, projectId, userId) => (await roleOf(db, projectId, userId)) !== null,
  wipeUnproved: null,
  deleteUser: removeAdministrator,
}
