import type { Migration } from '@corroborate/server-kit/database'
import { type Generated, sql } from 'kysely'
import type { Locale } from '../../kit/locales/index.ts'
import type { NewsTopic } from './topics.ts'

export type WatchTables = {
  /** Who watches what. `person` is the key of an account. */
  watches: {
    person: string
    doi: string
    since: number
    /** What the site learned up to then has been seen, epoch ms. */
    seen_at: number
  }
  /** What somebody is written to about, once they have said so; and where their own feed is. */
  watchers: {
    person: string
    /** The language that their mails are in: that of the browser in which they first watched, or as they chose. */
    locale: Locale
    /** The topics that are not as usual, as JSON: `{"note":"off"}`. */
    frequencies: string
    /** SHA-256 of the secret of their feed; null: they have none. */
    feed: string | null
  }
  /** What somebody is to be told of, and has been: each thing once. */
  news: {
    person: string
    /** The activity's key. */
    about: string
    topic: NewsTopic
    /** When a mail about it is due, epoch ms; null: never. */
    due_at: number | null
    /** The mail that tells of it, its own Message-ID; null until one is written. */
    mail: string | null
    /** Until when who is sending that mail has it to himself, epoch ms. */
    held_until: number
    /** How often the mail server has answered and put that mail off. */
    attempts: Generated<number>
    told_at: number | null
  }
}

/** What has been told, and what never will be, are found by a sweep without a look at the rest. */
export const newsSweepMigration: Migration = {
  name: '2026-11-28-news-sweep',
  async up(db) {
    await sql`create index news_told on news (told_at) where told_at is not null`.execute(db)
    await sql`create index news_never on news (held_until) where told_at is null and due_at is null`.execute(db)
  },
}

/** What nobody could be told is given up by how often it was tried, not by how old it is. */
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
    // Nearly all rows have been told: those that wait are few.
    await sql`create index news_due on news (due_at, person) where told_at is null and due_at is not null`.execute(db)
  },
}
