import { listed, prepareQuery } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { Outcome, ReportContent } from './report.ts'
import type { ReportTables } from './tables.ts'

/** A report as it is kept. `createdAt`, `approvedAt`, `countedAt`: epoch milliseconds. */
export type StoredReport = {
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
  countedAt: number | null
}

type Row = Omit<ReportTables['reports'], 'email'>

/** Displayed columns of a report, excluding the address. */
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
  'counted_at',
] as const

const keptOf = ({
  canonical_sha256,
  created_at,
  approved_at,
  counted_at,
  content,
  doi,
  ...row
}: Row): StoredReport => ({
  ...row,
  doi: doi as Doi,
  content: JSON.parse(content) as ReportContent,
  canonicalSha256: canonical_sha256,
  createdAt: created_at,
  approvedAt: approved_at,
  countedAt: counted_at,
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
 * Stores a report in the caller's transaction. Identical reports of the same person are stored once.
 * @returns the report's ID, and whether it is new
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
      counted_at: null,
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

/** Returns the reports on a paper by hash prefix, given or computed, or by ID; oldest first. */
export const readReportsNamed = async (db: Kysely<ReportTables>, doi: Doi, name: string): Promise<StoredReport[]> => {
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

/** The approved report on a paper that has a name to itself; null where there is none, or several. */
export const findPublicReport = async (
  db: Kysely<ReportTables>,
  doi: Doi,
  name: string,
): Promise<StoredReport | null> => {
  const reports = (await readReportsNamed(db, doi, name)).filter(({ approvedAt }) => approvedAt !== null)
  return reports.length === 1 ? (reports[0] ?? null) : null
}

/** Maximum number of reports with the same URL, which cannot happen by chance. */
const mostNamed = 200

/** Reports by their ids. */
export const readReports = async (db: Kysely<ReportTables>, ids: readonly string[]): Promise<StoredReport[]> => {
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
  StoredReport,
  'id' | 'name' | 'sha256' | 'canonicalSha256' | 'outcome' | 'approvedAt' | 'countedAt' | 'createdAt'
>

const listedColumns = [
  'id',
  'name',
  'sha256',
  'canonical_sha256',
  'outcome',
  'created_at',
  'approved_at',
  'counted_at',
] as const

const listedOf = ({
  canonical_sha256,
  created_at,
  approved_at,
  counted_at,
  ...row
}: Pick<Row, (typeof listedColumns)[number]>): ListedReport => ({
  ...row,
  canonicalSha256: canonical_sha256,
  createdAt: created_at,
  approvedAt: approved_at,
  countedAt: counted_at,
})

/** The approved reports on a paper, the newest first. One query, compiled once. */
export const approvedReader = (db: Kysely<ReportTables>): ((doi: Doi) => Promise<ListedReport[]>) => {
  const read = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('reports')
      .select(listedColumns)
      .where('doi', '=', doi)
      .where('approved_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  )
  return async doi => (await read(doi)).map(listedOf)
}

/**
 * Newest notes approved reports on each paper of a list, at most `limit` of one paper, the newest first. One query, however many papers and
 * reports there are.
 */
export const approvedOfManyReader = (
  db: Kysely<ReportTables>,
  limit: number,
): ((dois: readonly Doi[]) => Promise<Map<Doi, ListedReport[]>>) => {
  const place = sql<number>`row_number() over (partition by doi order by created_at desc, id)`
  const read = prepareQuery(db, (json: string) =>
    db
      .selectFrom(
        db
          .selectFrom('reports')
          .select([...listedColumns, 'doi', place.as('place')])
          .where('doi', 'in', listed(db, json))
          .where('approved_at', 'is not', null)
          .as('ranked'),
      )
      .select([...listedColumns, 'doi'])
      .where('place', '<=', sql.lit(limit))
      .orderBy('place'),
  )
  return async dois => {
    const rows = await read(JSON.stringify(dois))
    const byPaper = Map.groupBy(rows, ({ doi }) => storedDoi(doi))
    return new Map(
      [...byPaper].map(([doi, reports]) => [doi, reports.map(({ doi: _, ...report }) => listedOf(report))]),
    )
  }
}

/** At most `limit` papers with approved reports, after a DOI, in the database's own order. */
export const papersWithReports = async (
  db: Kysely<ReportTables>,
  { after, limit }: { after: string; limit: number },
): Promise<Doi[]> => {
  const rows = await db
    .selectFrom('reports')
    .select('doi')
    .distinct()
    .where('approved_at', 'is not', null)
    .where('doi', '>', after)
    .orderBy('doi')
    .limit(limit)
    .execute()
  return rows.map(({ doi }) => storedDoi(doi))
}

/** SHA-256 of the content of the newest approved report; null while there is none. */
export const newestReportHash = async (db: Kysely<ReportTables>): Promise<string | null> =>
  (
    await db
      .selectFrom('reports')
      .select('canonical_sha256')
      .where('approved_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('canonical_sha256')
      .limit(1)
      .executeTakeFirst()
  )?.canonical_sha256 ?? null

/**
 * Returns the approved report with this SHA-256 (64 hex digits): of its content, or of its reporter's files. Null if there is none; the
 * oldest of several.
 */
export const findReportByHash = async (db: Kysely<ReportTables>, hash: string): Promise<StoredReport | null> => {
  const approved = db
    .selectFrom('reports')
    .select(columns)
    .where('approved_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  const found =
    (await approved.where('canonical_sha256', '=', hash).executeTakeFirst()) ??
    (await approved.where('sha256', '=', hash).executeTakeFirst())
  return found === undefined ? null : keptOf(found)
}

/** Returns the author's address for decision mails. Only for the mail itself. */
export const addressOfReporter = async (db: Kysely<ReportTables>, id: string): Promise<string | null> =>
  (await db.selectFrom('reports').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null

/** Makes a report public, or no longer; at the moment of a decision. Undefined where there is no such report. */
export const setApproved = async (
  tx: Transaction<ReportTables>,
  id: string,
  at: number | null,
): Promise<StoredReport | undefined> => {
  const update = tx.updateTable('reports').set({ approved_at: at, counted_at: null }).where('id', '=', id)
  const row = await update.returning(columns).executeTakeFirst()
  return row === undefined ? undefined : keptOf(row)
}

/** Makes an approved report count from a time on, or not at all. */
export const setCounted = async (tx: Transaction<ReportTables>, id: string, at: number | null): Promise<void> => {
  await tx.updateTable('reports').set({ counted_at: at }).where('id', '=', id).execute()
}

/** Returns an author's reports, newest first. */
export const reportsBy = async (db: Kysely<ReportTables>, author: string, limit: number): Promise<StoredReport[]> => {
  const found = db.selectFrom('reports').select(columns).where('author', '=', author)
  return (await found.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()).map(keptOf)
}
