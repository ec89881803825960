import type { Migration } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Locale } from '../../kit/locales/index.ts'
import type { AboutKind } from './about.ts'

export type ProblemTables = {
  /** Problem reports about content of a paper's page. Their status is in `moderation`. */
  problems: {
    id: string
    doi: string
    about_kind: AboutKind
    /** Names the note, the report or the fact; '' where it is the page itself. */
    about: string
    /** Label of the subject at the time of the report, for moderators. */
    about_words: string
    /** Account key of the author; null after account deletion. */
    writer: string | null
    words: string
    /** Reply address. Never shown. */
    email: string | null
    locale: Locale
    /** The same for a problem that is sent again, and for no other. */
    sent_as: string
    written_at: number
  }
}

export const problemMigration: Migration = {
  name: '2026-12-08-problems',
  async up(db) {
    await db.schema
      .createTable('problems')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('about_kind', 'text', column => column.notNull())
      .addColumn('about', 'text', column => column.notNull())
      .addColumn('about_words', 'text', column => column.notNull())
      .addColumn('writer', 'text')
      .addColumn('words', 'text', column => column.notNull())
      .addColumn('email', 'text')
      .addColumn('locale', 'text', column => column.notNull())
      .addColumn('sent_as', 'text', column => column.notNull().unique())
      .addColumn('written_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('problems_of_writer').on('problems').columns(['writer', 'written_at']).execute()
  },
}

export type Problem = ProblemTables['problems']

/** Stores a problem report; returns false for a duplicate. */
export const keepProblem = async (tx: Transaction<ProblemTables>, problem: Problem): Promise<boolean> => {
  const kept = tx
    .insertInto('problems')
    .values(problem)
    .onConflict(conflict => conflict.column('sent_as').doNothing())
    .returning('id')
  return (await kept.executeTakeFirst()) !== undefined
}

/** Problems by their ids, without their addresses. */
export const readProblems = (
  db: Kysely<ProblemTables>,
  ids: readonly string[],
): Promise<Omit<Problem, 'email' | 'locale' | 'sent_as'>[]> =>
  db
    .selectFrom('problems')
    .select(['id', 'doi', 'about_kind', 'about', 'about_words', 'writer', 'words', 'written_at'])
    .where('id', 'in', ids.length === 0 ? [sql.lit('')] : [...ids])
    .execute()
