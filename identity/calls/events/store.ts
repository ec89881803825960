import { deleteOlder, type Migration, runTransaction } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

export type EventTables = {
  /** Personal data: details may contain email addresses. */
  telemetry_events: {
    project_id: string
    event_id: string
    received_at: number
    event_name: string
    event: string
    telemetry: string
    ip_address: string
  }
  /** Telemetry volume per UTC day. */
  telemetry_days: {
    project_id: string
    /** Start of the day. */
    day: number
    /** Bytes stored, plus the first batch that exceeded the quota. */
    bytes: number
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
  {
    name: '2026-11-26-telemetry-days',
    async up(db) {
      await db.schema
        .createTable('telemetry_days')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('day', 'bigint', column => column.notNull())
        .addColumn('bytes', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('telemetry_days_pk', ['project_id', 'day'])
        .execute()
    },
  },
]

const day = 24 * 60 * 60_000

/** Daily telemetry quota of a project (UTC), in bytes: about 40,000 events. Anyone can send telemetry. */
export const mostBytesADay = 32 * 1024 * 1024

type EventRow = EventTables['telemetry_events']

/** Size of an event without indexes: its strings in UTF-8 and its timestamp. */
export const bytesOf = (row: EventRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 8), 0)

/**
 * Stores a project's telemetry batch. If it exceeds the daily quota, the batch and everything after it that day are `dropped`. The first
 * dropped batch of the day is reported as `first-dropped`.
 */
export const keepEvents = async (
  db: Database,
  { projectId, rows, now }: { projectId: string; rows: readonly EventRow[]; now: number },
): Promise<'kept' | 'first-dropped' | 'dropped'> => {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  return runTransaction(db, async tx => {
    const counted = await tx
      .insertInto('telemetry_days')
      .values({ project_id: projectId, day: now - (now % day), bytes })
      .onConflict(conflict =>
        conflict
          .columns(['project_id', 'day'])
          .doUpdateSet({ bytes: sql<number>`telemetry_days.bytes + ${bytes}` })
          .where('telemetry_days.bytes', '<=', mostBytesADay),
      )
      .returning('bytes')
      .executeTakeFirst()
    if (counted === undefined) return 'dropped'
    if (counted.bytes > mostBytesADay) return 'first-dropped'
    await tx.insertInto('telemetry_events').values(rows).execute()
    return 'kept'
  })
}

/** Removes old telemetry, and counts of days that are over, by the clock of every node. */
export const sweepEvents = async (db: Database, now: number): Promise<void> => {
  const { telemetry_events: events, telemetry_days: days } = providerTables
  await deleteOlder(db, 'telemetry_events', {
    ...{ key: ['project_id', 'event_id'], age: 'received_at', before: now - events.ms },
  })
  await deleteOlder(db, 'telemetry_days', { key: ['project_id', 'day'], age: 'day', before: now - days.ms })
}
