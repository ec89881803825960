import type { Migration } from '@corroborate/server-kit/database'
import { type Generated, sql } from 'kysely'
import type { KnownTables } from '../known/index.ts'

/** Who tells what a paper cites. */
export type ReferenceSource = 'openalex' | 'crossref'

/**
 * Which papers cite one that fell. Of all references only those to fallen papers are kept; whether the cited paper is fallen now is read
 * from what is known, each time.
 */
export type CitationTables = KnownTables & {
  /** The papers that fell, as OpenAlex knows them, and how far it has told who cites each. */
  fallen_papers: {
    doi: string
    /** When it fell, ISO 8601 as exact as it is known; '' when nobody says. Who fell last is asked about first. */
    fell_on: string
    /** When this site learned of it, epoch milliseconds; 0 for what was known when it first looked. */
    noted_at: number
    /** Such as W2741809807; null until OpenAlex has told, and where it has no such work. */
    openalex_id: Generated<string | null>
    title: Generated<string | null>
    /** When OpenAlex was last asked for its id, epoch milliseconds. */
    id_asked_at: Generated<number | null>
    /** Where the list of those who cite it goes on; null at its beginning. */
    cursor: Generated<string | null>
    /** When OpenAlex had told all who cite it, epoch milliseconds. */
    citing_asked_at: Generated<number | null>
  }
  /** `citing` cites the fallen paper `cited`, according to one source. */
  fallen_references: {
    citing: string
    cited: string
    source: ReferenceSource
    /** When the citing paper appeared, according to this source: ISO 8601, as exact as it is known. */
    published: string | null
  }
  /** When a source first and last told what a paper cites, epoch milliseconds. A paper that is not here may cite anything. */
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
