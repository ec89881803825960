import type { Migration } from '@corroborate/server-kit/database'
import { type ActivityTables, activityMigrations } from '../activity/index.ts'
import type { UpdateSource } from './evidence.ts'

/** Where entries of our own list come from. */
export const starter = 'starter'

/** Where rows of FORRT's present list come from; earlier files of theirs name other places. */
export const floraOrigin = 'FReD-data/output/flora.csv'

/**
 * What is known about papers: `updates` by publishers and Retraction Watch, `replications` by FORRT's coders; some of each by us. What is new
 * of it is listed among the activities in the same transaction.
 */
export type KnownTables = ActivityTables & {
  updates: {
    doi: string
    /** Who says so; part of the key, so that each source speaks for itself and is replaced by itself. */
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
    /** What tells one attempt from another: its DOI, else its address, else its title. */
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
  /** When Crossref last said what it knows of updates to a paper, epoch milliseconds. */
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

/** When papers were asked about. */
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

/** Rows are looked for by who told them, and never by their dates or years. */
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
