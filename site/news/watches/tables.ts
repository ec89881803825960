import type { Migration } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import { type Generated, sql } from 'kysely'
import type { NewsTopic } from './topics.ts'

export type WatchTables = {
  /** Watched papers. `person` is an account key. */
  watches: {
    person: string
    doi: string
    since: number
    /** Newest update seen by the user, in epoch ms. */
    seen_at: number
  }
  /** Notification settings, once set, and the personal feed. */
  watchers: {
    person: string
    /** Language of notifications: the browser's at the first watch, or as chosen. */
    locale: Locale
    /** The topics that are not as usual, as JSON: `{"note":"off"}`. */
    frequencies: string
    /** SHA-256 of the secret of their feed; null: they have none. */
    feed: string | null
  }
  /** Pending and sent notifications, one for each person and event. */
  news: {
    person: string
    /** The activity's key. */
    about: string
    topic: NewsTopic
    /** Due time in epoch ms; null for never. */
    due_at: number | null
    /** Message-ID of the mail; null until composed. */
    mail: string | null
    /** Lease of the sender, in epoch ms. */
    held_until: number
    /** Number of deferrals by the mail server. */
    attempts: Generated<number>
    told_at: number | null
  }
}

/** Indexes sent and undeliverable notifications for the purge. */
export const newsSweepMigration: Migration = {
  name: '2026-11-28-news-sweep',
  async up(db) {
    await sql`create index news_told on news (told_at) where told_at is not null`.execute(db)
    await sql`create index news_never on news (held_until) where told_at is null and due_at is null`.execute(db)
  },
}

/** Gives up on undeliverable notifications by number of attempts rather than by age. */
export const newsAttemptsMigration: Migration = {
  name: '2026-12-08-news-attempts',
  async up(db) {
    await db.schema
      .alterTable('news')
      .addColumn('attempts', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}

export const watchMigration: Migration = {
  name: '2026-11-26-watches',
  async up(db) {
    await db.schema
      .createTable('watches')
      .addColumn('person', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('since', 'bigint', column => column.notNull())
      .addColumn('seen_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('watches_pk', ['doi', 'person'])
      .execute()
    await db.schema.createIndex('watches_by_person').on('watches').columns(['person', 'since']).execute()
    await db.schema
      .createTable('watchers')
      .addColumn('person', 'text', column => column.primaryKey().notNull())
      .addColumn('locale', 'text', column => column.notNull())
      .addColumn('frequencies', 'text', column => column.notNull())
      .addColumn('feed', 'text')
      .execute()
    await db.schema.createIndex('watchers_by_feed').unique().on('watchers').column('feed').execute()
    await db.schema
      .createTable('news')
      .addColumn('person', 'text', column => column.notNull())
      .addColumn('about', 'text', column => column.notNull())
      .addColumn('topic', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('mail', 'text')
      .addColumn('held_until', 'bigint', column => column.notNull())
      .addColumn('told_at', 'bigint')
      .addPrimaryKeyConstraint('news_pk', ['person', 'about'])
      .execute()
    // Nearly all rows are sent, and few are pending.
    await sql`create index news_due on news (due_at, person) where told_at is null and due_at is not null`.execute(db)
  },
}
