import type { Migration } from '@corroborate/server-kit/database'
import type { Database } from '../../platform/database/index.ts'

export type EventTables = {
  /** Personal data: details may hold e-mail addresses. */
  telemetry_events: {
    project_id: string
    event_id: string
    received_at: number
    event_name: string
    event: string
    telemetry: string
    ip_address: string
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends EventTables {}
}

export const eventMigrations: Migration[] = [
  {
    name: '2026-11-21-telemetry-events',
    async up(db) {
      await db.schema
        .createTable('telemetry_events')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('event_id', 'text', column => column.notNull())
        .addColumn('received_at', 'bigint', column => column.notNull())
        .addColumn('event_name', 'text', column => column.notNull())
        .addColumn('event', 'text', column => column.notNull())
        .addColumn('telemetry', 'text', column => column.notNull())
        .addColumn('ip_address', 'text', column => column.notNull())
        .addPrimaryKeyConstraint('telemetry_events_pk', ['project_id', 'event_id'])
        .execute()
      await db.schema.createIndex('telemetry_events_by_age').on('telemetry_events').column('received_at').execute()
    },
  },
]

/** How long telemetry is kept, in ms. */
const kept = 90 * 24 * 60 * 60_000

/** Removes old telemetry. */
export const sweepEvents = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('telemetry_events')
    .where('received_at', '<', now - kept)
    .execute()
}
