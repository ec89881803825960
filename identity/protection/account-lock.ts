import { type Migration, prepareStatement } from '@corroborate/server-kit/database'
import { sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'
import type { Project } from '../projects/index.ts'
import { refuse } from '../refusal/index.ts'
import { failuresBeforeLock, lockTime } from './limits.ts'

export type ProtectionTables = {
  account_failures: {
    project_id: string
    user_id: string
    /** In a row, since somebody last signed in. */
    failures: number
    locked_until: number
  }
}

export const protectionMigrations: Migration[] = [
  {
    name: '2026-11-21-account-failures',
    async up(db) {
      await db.schema
        .createTable('account_failures')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('failures', 'integer', column => column.notNull())
        .addColumn('locked_until', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('account_failures_pk', ['project_id', 'user_id'])
        .execute()
    },
  },
]

/**
 * Refuses to look at codes of an account that is locked: after `failuresBeforeLock` wrong ones in a row, over however many
 * codes. Ask before looking.
 * @throws Refusal `user_lock_limit_reached`
 */
export const requireUnlocked = async (
  db: Database | Tx,
  project: Pick<Project, 'id'>,
  userId: string,
  now = Date.now(),
): Promise<void> => {
  const row = await db
    .selectFrom('account_failures')
    .select('locked_until')
    .where('project_id', '=', project.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row !== undefined && row.locked_until > now) {
    refuse('user_lock_limit_reached', { retryAfter: (row.locked_until - now) / 1_000 })
  }
}

/** Counts a wrong code. Call it outside a transaction that the refusal rolls back. */
export const noteFailure = async (
  db: Database,
  project: Pick<Project, 'id'>,
  userId: string,
  now = Date.now(),
): Promise<void> => {
  await db
    .insertInto('account_failures')
    .values({ project_id: project.id, user_id: userId, failures: 1, locked_until: 0 })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet({
        failures: sql<number>`account_failures.failures + 1`,
        locked_until: sql<number>`case when (account_failures.failures + 1) % ${sql.lit(failuresBeforeLock)} = 0
          then ${now + lockTime} else account_failures.locked_until end`,
      }),
    )
    .execute()
}

/** Somebody signed in: the count begins anew. */
export const forgetFailures = async (tx: Tx, project: Pick<Project, 'id'>, userId: string): Promise<void> => {
  await deleteFailures(tx, project.id, userId)
}

const deleteFailures = prepareStatement((db: Database | Tx, projectId: string, userId: string) =>
  db.deleteFrom('account_failures').where('project_id', '=', projectId).where('user_id', '=', userId),
)
