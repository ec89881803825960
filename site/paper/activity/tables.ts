import type { Migration } from '@corroborate/server-kit/database'
import { type Generated, type Kysely, sql } from 'kysely'
import type { ActivityKind, ActivityOutcome } from './activity.ts'

export type ActivityTables = {
  activity: {
    id: string
    key: string
    doi: string
    kind: ActivityKind
    at: number
    date: string | null
    by_name: string
    by_href: string | null
    label: string
    outcome: ActivityOutcome | null
    /** Amount in minor units; null for none. */
    amount: Generated<number | null>
    currency: Generated<string | null>
    detail: string | null
    path: string
    noted_at: number
    /** 0 if its watchers are yet to be notified. */
    spread: number
    /** Its place in the list that programs read on (`places.ts`); null until it has one. */
    place: Generated<number | null>
  }
  /** Withdrawn activities that had a position, so that readers of the list get the withdrawal. `noted_at`: null until it has a position. */
  activity_taken_back: { id: string; doi: string; kind: ActivityKind; noted_at: number | null; place: number | null }
  /** One row: the last place that was given. */
  activity_places: { list: string; last: number }
  /**
   * Interest in a paper. Each count is maintained by its feature in its own transactions; `bounty`, in minor units of the site's currency,
   * follows soon after.
   */
  paper_interest: { doi: string; watchers: number; claims: number; bounty: Generated<number> }
}

const activityMigration: Migration = {
  name: '2026-11-26-activity',
  async up(db) {
    await db.schema
      .createTable('activity')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('date', 'text')
      .addColumn('by_name', 'text', column => column.notNull())
      .addColumn('by_href', 'text')
      .addColumn('label', 'text', column => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('detail', 'text')
      .addColumn('path', 'text', column => column.notNull())
      .addColumn('noted_at', 'bigint', column => column.notNull())
      .addColumn('spread', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('activity_by_key').unique().on('activity').column('key').execute()
    await db.schema.createIndex('activity_by_paper').on('activity').columns(['doi', 'noted_at']).execute()
    await db.schema.createIndex('activity_by_time').on('activity').columns(['at', 'id']).execute()
    await db.schema.createIndex('activity_by_kind').on('activity').columns(['kind', 'at', 'id']).execute()
    await db.schema.createIndex('activity_by_noted').on('activity').columns(['noted_at', 'id']).execute()
    await db.schema
      .createIndex('activity_to_spread')
      .on('activity')
      .column('noted_at')
      .where(sql.ref('spread'), '=', sql.lit(0))
      .execute()
    await db.schema
      .createTable('paper_interest')
      .addColumn('doi', 'text', column => column.primaryKey().notNull())
      .addColumn('watchers', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('claims', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('paper_interest_by_watchers')
      .on('paper_interest')
      .columns(['watchers', 'doi'])
      .execute()
  },
}

/** Indexes claimed and unclaimed wanted papers. */
const wantedMigration: Migration = {
  name: '2026-12-02-papers-wanted',
  async up(db) {
    await db.schema.dropIndex('paper_interest_by_watchers').execute()
    await db.schema
      .createIndex('paper_interest_claimed')
      .on('paper_interest')
      .columns(['watchers', 'doi'])
      .where(sql.ref('claims'), '>', sql.lit(0))
      .execute()
    await db.schema
      .createIndex('paper_interest_open')
      .on('paper_interest')
      .columns(['watchers', 'doi'])
      .where(sql.ref('claims'), '=', sql.lit(0))
      .execute()
  },
}

/** Sorts "replications wanted" by bounty, then by watchers. */
const bountyMigration: Migration = {
  name: '2026-12-05-papers-wanted-by-bounty',
  async up(db) {
    await db.schema
      .alterTable('paper_interest')
      .addColumn('bounty', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema.dropIndex('paper_interest_claimed').execute()
    await db.schema.dropIndex('paper_interest_open').execute()
    const index = (name: string) =>
      db.schema.createIndex(name).on('paper_interest').columns(['bounty', 'watchers', 'doi'])
    await index('paper_interest_claimed').where(sql.ref('claims'), '>', sql.lit(0)).execute()
    await index('paper_interest_open').where(sql.ref('claims'), '=', sql.lit(0)).execute()
  },
}

/** Adds amounts to activities, for localized text. */
const activityMoneyMigration: Migration = {
  name: '2026-12-09-activity-money',
  async up(db) {
    await db.schema.alterTable('activity').addColumn('amount', 'bigint').execute()
    await db.schema.alterTable('activity').addColumn('currency', 'text').execute()
  },
}

/** The places of the list that programs read on. */
const placesMigration: Migration = {
  name: '2026-12-10-activity-places',
  async up(db) {
    await db.schema.alterTable('activity').addColumn('place', 'bigint').execute()
    await db.schema
      .createTable('activity_taken_back')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('noted_at', 'bigint')
      .addColumn('place', 'bigint')
      .execute()
    for (const table of ['activity', 'activity_taken_back']) {
      await db.schema.createIndex(`${table}_by_place`).on(table).column('place').execute()
      await db.schema.createIndex(`${table}_by_kind_and_place`).on(table).columns(['kind', 'place']).execute()
      await sql`
        create index ${sql.id(`${table}_to_place`)} on ${sql.table(table)} (noted_at, id) where place is null
      `.execute(db)
    }
    await db.schema
      .createTable('activity_places')
      .addColumn('list', 'text', column => column.primaryKey().notNull())
      .addColumn('last', 'bigint', column => column.notNull())
      .execute()
    await sql`insert into activity_places (list, last) values ('events', 0)`.execute(db)
  },
}

export const activityMigrations = [
  activityMigration,
  wantedMigration,
  bountyMigration,
  activityMoneyMigration,
  placesMigration,
]

/** Narrows the database to the activity tables. */
export const asActivity = <T extends ActivityTables>(db: Kysely<T>): Kysely<ActivityTables> => db
