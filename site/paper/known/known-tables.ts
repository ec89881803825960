import type { Migration } from '@corroborate/server-kit/database'
import { type ActivityTables, activityMigrations } from '../activity/index.ts'
import type { UpdateSource } from './evidence.ts'

/** Origin of starter list entries. */
export const starter = 'starter'

/** Origin of FORRT's current list; its earlier files have other origins. */
export const floraOrigin = 'FReD-data/output/flora.csv'

/**
 * Evidence on papers: `updates` from publishers and Retraction Watch, `replications` from FORRT's coders, and both from our starter list.
 * New evidence is recorded as activity in the same transaction.
 */
export type KnownTables = ActivityTables & {
  updates: {
    doi: string
    /** Source; part of the key, so that each source has its own rows and replaces only these. */
    source: UpdateSource
    type: string
    /** '' when the source names no notice. */
    notice_doi: string
    date: string | null
    retracted: number
    journal: string | null
    publisher: string | null
    title: string | null
    /** JSON arrays of text: why, and where more can be read. Null when the source gives none. */
    reasons: string | null
    links: string | null
  }
  replications: {
    original_doi: string
    /** Identity of a replication: its DOI, else its URL, else its title. */
    attempt: string
    type: string
    /** The file of FORRT's that the row comes from; `starter` for our own list. */
    origin: string
    replication_doi: string | null
    replication_url: string | null
    outcome: string
    quote: string | null
    original_title: string | null
    original_journal: string | null
    original_year: number | null
    replication_title: string | null
    replication_journal: string | null
    replication_year: number | null
  }
  /** Time of the last Crossref update query for a paper, in epoch ms. */
  updates_asked: { doi: string; asked_at: number }
}

const knownMigration: Migration = {
  name: '2026-11-21-known',
  async up(db) {
    await db.schema
      .createTable('updates')
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('notice_doi', 'text', column => column.notNull())
      .addColumn('date', 'text')
      .addColumn('retracted', 'integer', column => column.notNull())
      .addColumn('journal', 'text')
      .addColumn('publisher', 'text')
      .addColumn('title', 'text')
      .addPrimaryKeyConstraint('updates_pk', ['doi', 'notice_doi', 'type', 'source'])
      .execute()
    await db.schema.createIndex('updates_by_notice').on('updates').column('notice_doi').execute()
    await db.schema
      .createTable('replications')
      .addColumn('original_doi', 'text', column => column.notNull())
      .addColumn('attempt', 'text', column => column.notNull())
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('origin', 'text', column => column.notNull())
      .addColumn('replication_doi', 'text')
      .addColumn('replication_url', 'text')
      .addColumn('outcome', 'text', column => column.notNull())
      .addColumn('quote', 'text')
      .addColumn('original_title', 'text')
      .addColumn('original_journal', 'text')
      .addColumn('original_year', 'integer')
      .addColumn('replication_title', 'text')
      .addColumn('replication_journal', 'text')
      .addColumn('replication_year', 'integer')
      .addPrimaryKeyConstraint('replications_pk', ['original_doi', 'attempt', 'type', 'origin'])
      .execute()
    await db.schema.createIndex('replications_by_attempt').on('replications').column('replication_doi').execute()
  },
}

const askedMigration: Migration = {
  name: '2026-11-22-updates-asked',
  async up(db) {
    await db.schema
      .createTable('updates_asked')
      .addColumn('doi', 'text', column => column.primaryKey().notNull())
      .addColumn('asked_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('updates_by_date').on('updates').columns(['source', 'date']).execute()
    await db.schema.createIndex('replications_by_year').on('replications').column('replication_year').execute()
  },
}

/** Why a notice was given, and where more can be read of it. */
const reasonsMigration: Migration = {
  name: '2026-11-22-update-reasons',
  async up(db) {
    await db.schema.alterTable('updates').addColumn('reasons', 'text').execute()
    await db.schema.alterTable('updates').addColumn('links', 'text').execute()
  },
}

/** Indexes rows by source rather than by date or year. */
const bySourceMigration: Migration = {
  name: '2026-11-22-updates-by-source',
  async up(db) {
    await db.schema.dropIndex('replications_by_year').execute()
    await db.schema.dropIndex('updates_by_date').execute()
    await db.schema.createIndex('updates_by_source').on('updates').column('source').execute()
  },
}

export const knownMigrations: readonly Migration[] = [
  knownMigration,
  askedMigration,
  reasonsMigration,
  bySourceMigration,
  ...activityMigrations,
]
