import { deleteOlder, type Migration } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { siteTables } from '../../kit/retention/index.ts'

export type ImpersonationTables = {
  /** Requests that operators sent while they impersonated an account. Append-only. */
  impersonated_requests: {
    id: string
    at: number
    /** The key of the account. */
    person: string
    /** The operator, as the identity provider names them. */
    impersonator: string
    method: string
    /** Without its query. */
    path: string
    /** 1: it was refused, because impersonated sessions are read-only. */
    refused: number
  }
}

export const impersonationMigration: Migration = {
  name: '2026-12-24-impersonated-requests',
  async up(db) {
    await db.schema
      .createTable('impersonated_requests')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('person', 'text', column => column.notNull())
      .addColumn('impersonator', 'text', column => column.notNull())
      .addColumn('method', 'text', column => column.notNull())
      .addColumn('path', 'text', column => column.notNull())
      .addColumn('refused', 'integer', column => column.notNull())
      .execute()
    await db.schema
      .createIndex('impersonated_requests_of_person')
      .on('impersonated_requests')
      .columns(['person', 'at'])
      .execute()
    await db.schema.createIndex('impersonated_requests_by_age').on('impersonated_requests').column('at').execute()
  },
}

/** Requests of operators in the place of an account, newest first, for its person's own copy. */
export const exportImpersonatedRequests = async (db: Kysely<ImpersonationTables>, key: string) => {
  const rows = await db
    .selectFrom('impersonated_requests')
    .select(['at', 'impersonator', 'method', 'path', 'refused'])
    .where('person', '=', key)
    .orderBy('at', 'desc')
    .execute()
  return rows.map(({ at, refused, ...row }) => ({ at: new Date(at).toISOString(), ...row, refused: refused === 1 }))
}

/** Deletes requests that are older than we store them. */
export const sweepImpersonatedRequests = (db: Kysely<ImpersonationTables>, now: number): Promise<void> =>
  deleteOlder(db, 'impersonated_requests', {
    key: ['id'],
    age: 'at',
    before: now - siteTables.impersonated_requests.ms,
  })
