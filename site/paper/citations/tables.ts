import type { Migration } from '@corroborate/server-kit/database'
import { type Generated, sql } from 'kysely'
import type { KnownTables } from '../known/index.ts'

export type ReferenceSource = 'openalex' | 'crossref'

/** Citations of flagged papers. Stores only references to these; the current flag is always derived from the evidence. */
export type CitationTables = KnownTables & {
  /** Flagged papers with their OpenAlex ID and the progress of fetching citations. */
  fallen_papers: {
    doi: string
    /** Flag date, ISO 8601 with known precision; '' if unknown. Most recent papers are fetched first. */
    fell_on: string
    /** Recording time in epoch ms; 0 if known at the first run. */
    noted_at: number
    /** Such as W2741809807; null if not fetched yet or unknown to OpenAlex. */
    openalex_id: Generated<string | null>
    title: Generated<string | null>
    /** Time of the last ID request, in epoch ms. */
    id_asked_at: Generated<number | null>
    /** Cursor of the citations; null at the start. */
    cursor: Generated<string | null>
    /** Time of the last complete citation fetch, in epoch ms. */
    citing_asked_at: Generated<number | null>
  }
  /** `citing` cites the flagged paper `cited`, according to one source. */
  fallen_references: {
    citing: string
    cited: string
    source: ReferenceSource
    /** Publication date of the citing paper from this source: ISO 8601, with known precision. */
    published: string | null
  }
  /** First and last time of source data on a paper's references, in epoch ms. References of papers not listed are unknown. */
  references_read: { doi: string; first_at: number; read_at: number }
}

export const citationsMigration: Migration = {
  name: '2026-12-10-fallen-references',
  async up(db) {
    await db.schema
      .createTable('fallen_papers')
      .addColumn('doi', 'text', column => column.primaryKey().notNull())
      .addColumn('fell_on', 'text', column => column.notNull())
      .addColumn('noted_at', 'bigint', column => column.notNull())
      .addColumn('openalex_id', 'text')
      .addColumn('title', 'text')
      .addColumn('id_asked_at', 'bigint')
      .addColumn('cursor', 'text')
      .addColumn('citing_asked_at', 'bigint')
      .execute()
    await db.schema.createIndex('fallen_papers_by_id').on('fallen_papers').column('openalex_id').execute()
    await db.schema
      .createIndex('fallen_papers_unnamed')
      .on('fallen_papers')
      .columns(['fell_on', 'doi'])
      .where(sql.ref('openalex_id'), 'is', sql.lit(null))
      .execute()
    await db.schema
      .createIndex('fallen_papers_to_ask')
      .on('fallen_papers')
      .columns(['fell_on', 'doi'])
      .where(sql.ref('citing_asked_at'), 'is', sql.lit(null))
      .execute()
    await db.schema
      .createTable('fallen_references')
      .addColumn('citing', 'text', column => column.notNull())
      .addColumn('cited', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('published', 'text')
      .addPrimaryKeyConstraint('fallen_references_pk', ['citing', 'cited', 'source'])
      .execute()
    await db.schema.createIndex('fallen_references_by_cited').on('fallen_references').column('cited').execute()
    await db.schema
      .createTable('references_read')
      .addColumn('doi', 'text', column => column.primaryKey().notNull())
      .addColumn('first_at', 'bigint', column => column.notNull())
      .addColumn('read_at', 'bigint', column => column.notNull())
      .execute()
  },
}
