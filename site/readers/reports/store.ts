import { type Migration, prepareQuery } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { Outcome, ReportContent } from './report.ts'

export type ReportTables = {
  /** Reports of reproductions. Where each stands is the moderators' (`moderation`); what is approved says so here. */
  reports: {
    id: string
    doi: string
    /** The key of the account; null when it was deleted. */
    author: string | null
    /** As they give it; null when their account was deleted. */
    name: string | null
    /** For moderators' questions; never shown. */
    email: string | null
    /** What the client gave. */
    sha256: string
    /** Ours, of `content`. */
    canonical_sha256: string
    outcome: Outcome
    /** The canonical form: the JSON of `ReportContent`. */
    content: string
    created_at: number
    /** Null while it is not public. */
    approved_at: number | null
  }
  /** What signed-in people have typed and not sent: one draft a person and paper. */
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
    // The same words of one person are one report, however often they are sent.
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

/** A report as it is kept. `createdAt`, `approvedAt`: epoch milliseconds. */
export type KeptReport = {
  id: string
  doi: Doi
  author: string | null
  name: string | null
  sha256: string
  canonicalSha256: string
  outcome: Outcome
  content: ReportContent
  createdAt: number
  approvedAt: number | null
}

type Row = Omit<ReportTables['reports'], 'email'>

/** What is read of a report to show it: never the address. */
const columns = [
  'id',
  'doi',
  'author',
  'name',
  'sha256',
  'canonical_sha256',
  'outcome',
  'content',
  'created_at',
  'approved_at',
] as const

const keptOf = ({ canonical_sha256, created_at, approved_at, content, doi, ...row }: Row): KeptReport => ({
  ...row,
  doi: doi as Doi,
  content: JSON.parse(content) as ReportContent,
  canonicalSha256: canonical_sha256,
  createdAt: created_at,
  approvedAt: approved_at,
})

export type NewReport = {
  id: string
  author: string
  name: string
  email: string
  content: ReportContent
  canonical: { text: string; sha256: string }
}

/**
 * Keeps a report in the caller's transaction. What the same person has sent before, word for word, is kept already.
 * @returns the report's id, and whether it is new
 */
export const keepReport = async (
  tx: Transaction<ReportTables>,
  { id, author, name, email, content, canonical }: NewReport,
  now: number,
): Promise<{ id: string; isNew: boolean }> => {
  const { doi, sha256, status } = content
  const added = await tx
    .insertInto('reports')
    .values({
      id,
      doi,
      author,
      name,
      email,
      sha256,
      canonical_sha256: canonical.sha256,
      outcome: status,
      content: canonical.text,
      created_at: now,
      approved_at: null,
    })
    .onConflict(conflict => conflict.columns(['author', 'doi', 'canonical_sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added !== undefined) return { id, isNew: true }
  const kept = await tx
    .selectFrom('reports')
    .select('id')
    .where('author', '=', author)
    .where('doi', '=', doi)
    .where('canonical_sha256', '=', canonical.sha256)
    .executeTakeFirstOrThrow()
  return { id: kept.id, isNew: false }
}

/** The reports on a paper whose hash, given or ours, begins so, and the one of that id; the oldest first. */
export const readReportsNamed = async (db: Kysely<ReportTables>, doi: Doi, name: string): Promise<KeptReport[]> => {
  const rows = await db
    .selectFrom('reports')
    .select(columns)
    .where('doi', '=', doi)
    .where(where =>
      /^[\da-f]{9,64}$/.test(name)
        ? // After all hexadecimal digits comes 'g'.
          where.or([
            where.and([where('sha256', '>=', name), where('sha256', '<', `${name}g`)]),
            where.and([where('canonical_sha256', '>=', name), where('canonical_sha256', '<', `${name}g`)]),
          ])
        : where('id', '=', name),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostNamed)
    .execute()
  return rows.map(keptOf)
}

/** So many can share one address before the rest are left out: nobody gets there by chance. */
const mostNamed = 200

/** Reports by their ids. */
export const readReports = async (db: Kysely<ReportTables>, ids: readonly string[]): Promise<KeptReport[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('reports')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(keptOf)
}

/** An approved report as a list shows it. */
export type ListedReport = Pick<
  KeptReport,
  'id' | 'name' | 'sha256' | 'canonicalSha256' | 'outcome' | 'approvedAt' | 'createdAt'
>

/** The approved reports on a paper, the newest first. One query, compiled once. */
export const approvedReader = (db: Kysely<ReportTables>): ((doi: Doi) => Promise<ListedReport[]>) => {
  const read = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('reports')
      .select(['id', 'name', 'sha256', 'canonical_sha256', 'outcome', 'created_at', 'approved_at'])
      .where('doi', '=', doi)
      .where('approved_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return async doi =>
    (await read(doi)).map(({ canonical_sha256, created_at, approved_at, ...row }) => ({
      ...row,
      canonicalSha256: canonical_sha256,
      createdAt: created_at,
      approvedAt: approved_at,
    }))
}

/** Makes a report public, or no longer; at the moment of a decision. Undefined where there is no such report. */
export const setApproved = async (
  tx: Transaction<ReportTables>,
  id: string,
  at: number | null,
): Promise<KeptReport | undefined> => {
  const update = tx.updateTable('reports').set({ approved_at: at }).where('id', '=', id)
  const row = await update.returning(columns).executeTakeFirst()
  return row === undefined ? undefined : keptOf(row)
}

/** Somebody's own reports, the newest first. */
export const reportsBy = async (db: Kysely<ReportTables>, author: string, limit: number): Promise<KeptReport[]> => {
  const found = db.selectFrom('reports').select(columns).where('author', '=', author)
  return (await found.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()).map(keptOf)
}

/** The papers that somebody has a draft on, the latest first. */
export const draftsBy = async (
  db: Kysely<ReportTables>,
  author: string,
  limit: number,
): Promise<{ doi: Doi; updated_at: number }[]> => {
  const found = db.selectFrom('report_drafts').select(['doi', 'updated_at']).where('author', '=', author)
  const rows = await found.orderBy('updated_at', 'desc').limit(limit).execute()
  return rows.map(({ doi, updated_at }) => ({ doi: doi as Doi, updated_at }))
}

export const readDraft = async (db: Kysely<ReportTables>, author: string, doi: Doi): Promise<string | null> => {
  const found = db.selectFrom('report_drafts').select('draft').where('author', '=', author).where('doi', '=', doi)
  return (await found.executeTakeFirst())?.draft ?? null
}

export const keepDraft = async (
  db: Kysely<ReportTables>,
  { author, doi, draft, now }: { author: string; doi: Doi; draft: string; now: number },
): Promise<void> => {
  await db
    .insertInto('report_drafts')
    .values({ author, doi, draft, updated_at: now })
    .onConflict(conflict => conflict.columns(['author', 'doi']).doUpdateSet({ draft, updated_at: now }))
    .execute()
}

export const dropDraft = async (
  db: Kysely<ReportTables> | Transaction<ReportTables>,
  author: string,
  doi: Doi,
): Promise<void> => {
  await db.deleteFrom('report_drafts').where('author', '=', author).where('doi', '=', doi).execute()
}

export const countDrafts = async (db: Kysely<ReportTables>, author: string): Promise<number> =>
  (
    await db
      .selectFrom('report_drafts')
      .select(({ fn }) => fn.countAll<number>().as('drafts'))
      .where('author', '=', author)
      .executeTakeFirstOrThrow()
  ).drafts
