import { hash } from 'node:crypto'
import type { Migration } from '@corroborate/server-kit/database'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type { Outcome, ReportContent } from './report.ts'

/**
 * Returns the canonical form of a report (JCS, RFC 8785), which is the same for the same content whoever serializes it, and its SHA-256 as
 * 64 hex digits. Excludes reporter and date, so that removing a name keeps the fingerprint valid.
 */
export const canonicalForm = (content: ReportContent): { text: string; sha256: string } => {
  const text = canonicalize(content)
  if (text === undefined) throw new TypeError('A report has a canonical form.')
  return { text, sha256: hash('sha256', text) }
}

export type ReportTables = {
  /** Reproduction reports. Their status is in `moderation`; approved ones are also marked here. */
  reports: {
    id: string
    doi: string
    /** The key of the account; null when it was deleted. */
    author: string | null
    /** As they give it; null when their account was deleted. */
    name: string | null
    /** For moderators' questions; never shown. */
    email: string | null
    /** Hash from the client. */
    sha256: string
    /** Ours, of `content`. */
    canonical_sha256: string
    outcome: Outcome
    /** The canonical form: the JSON of `ReportContent`. */
    content: string
    created_at: number
    /** Null while it is not public. */
    approved_at: number | null
    /** Since when it counts: two moderators have approved it, and others can look at its material. Null while it does not. */
    counted_at: number | null
  }
  /** Unsubmitted drafts of signed-in users: one for each person and paper. */
  report_drafts: { author: string; doi: string; draft: string; updated_at: number }
}

export const reportsMigration: Migration = {
  name: '2026-11-27-reports',
  async up(db) {
    await db.schema
      .createTable('reports')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('author', 'text')
      .addColumn('name', 'text')
      .addColumn('email', 'text')
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('canonical_sha256', 'text', column => column.notNull())
      .addColumn('outcome', 'text', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('approved_at', 'bigint')
      .execute()
    // Deduplicates identical reports of a person.
    await db.schema
      .createIndex('reports_once')
      .on('reports')
      .columns(['author', 'doi', 'canonical_sha256'])
      .unique()
      .execute()
    await db.schema.createIndex('reports_by_sha256').on('reports').columns(['doi', 'sha256']).execute()
    await db.schema.createIndex('reports_by_canonical').on('reports').columns(['doi', 'canonical_sha256']).execute()
    await sql`create index reports_approved on reports (doi, approved_at) where approved_at is not null`.execute(db)
    await db.schema
      .createTable('report_drafts')
      .addColumn('author', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('draft', 'text', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('report_drafts_pk', ['author', 'doi'])
      .execute()
  },
}

/** Reports count only with a second approval; those that are public with their material wait for one. */
export const countedReportsMigration: Migration = {
  name: '2026-12-08-reports-counted',
  async up(db) {
    await db.schema.alterTable('reports').addColumn('counted_at', 'bigint').execute()
    await sql`
      update moderation_items set second = 'wanted'
      where kind = 'audit' and status = 'approved' and id in (
        select id from reports where approved_at is not null and content like '%"reproducibilityPackage":"%'
      )
    `.execute(db)
  },
}

/** Indexes approved reports by hash across papers. */
export const reportsByHashMigration: Migration = {
  name: '2026-12-10-reports-by-hash',
  async up(db) {
    for (const column of ['canonical_sha256', 'sha256'])
      await sql`
        create index ${sql.id(`reports_approved_by_${column}`)} on reports (${sql.ref(column)}) where approved_at is not null
      `.execute(db)
  },
}
