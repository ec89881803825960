import { sql } from 'kysely'
import type { Migration } from '../database/index.ts'

/**
 * `waiting` until `due_at`; `running` until `due_at`, the end of the worker's lease, after which any worker may claim it; `dead` when it
 * has permanently failed. Completed jobs are deleted.
 */
export type JobState = 'waiting' | 'running' | 'dead'

export type OutboxRow = {
  id: string
  kind: string
  /** Collapses jobs of one kind and key while they wait. */
  key: string | null
  payload: string
  state: JobState
  due_at: number
  attempts: number
  /** Claim ID of the running worker, so that one with an expired lease can no longer update the job. */
  claim: string | null
  last_error: string | null
  enqueued_at: number
  /** `traceparent` of the enqueueing request, if traced. */
  trace: string | null
}

export type OutboxTables = { outbox: OutboxRow }

const outboxMigration: Migration = {
  name: '2026-11-21-outbox',
  up: async db => {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('key', 'text')
      .addColumn('payload', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('claim', 'text')
      .addColumn('last_error', 'text')
      .addColumn('enqueued_at', 'bigint', column => column.notNull())
      .execute()
    await sql`create index outbox_due on outbox (due_at) where state <> 'dead'`.execute(db)
    await sql`create unique index outbox_waiting_key on outbox (kind, key) where state = 'waiting'`.execute(db)
  },
}

const traceMigration: Migration = {
  name: '2026-12-14-outbox-trace',
  up: async db => {
    await db.schema.alterTable('outbox').addColumn('trace', 'text').execute()
  },
}

/** The outbox's table, for the migrations of every database that has an outbox. */
export const outboxMigrations: readonly Migration[] = [outboxMigration, traceMigration]
