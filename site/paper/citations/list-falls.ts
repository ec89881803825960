import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import { type NewActivity, retractActivity } from '../activity/index.ts'
import {
  evidenceInStores,
  knownReader,
  mergeEvidence,
  type Status,
  type StatusKind,
  type StoredKnown,
  statusOf,
} from '../known/index.ts'
import type { CitationTables } from './tables.ts'

/** Flags relevant to citing papers, most serious first. */
export const falls = ['retracted', 'withdrawn', 'partly-retracted', 'concern', 'not-held'] as const
export type Fall = (typeof falls)[number]

export type Fallen = { fall: Fall; status: Status }

const fallOfStatus: Readonly<Partial<Record<StatusKind, Fall>>> = {
  retracted: 'retracted',
  republished: 'retracted',
  'partly-retracted': 'partly-retracted',
  withdrawn: 'withdrawn',
  concern: 'concern',
  'not-held': 'not-held',
}

/**
 * Returns a paper's flag from stored evidence; null if there is none, or its retraction was reversed. A record's flag without a notice does
 * not count against citing papers.
 */
export const fallOf = (doi: Doi, stored: StoredKnown): Fallen | null => {
  const evidence = evidenceInStores(doi, stored)
  const status = statusOf(mergeEvidence(evidence), evidence)
  const fall = fallOfStatus[status.kind]
  return fall === undefined ? null : { fall, status }
}

/** True if a paper cites a flagged one as its notice or as one of its replications. */
export const isAboutFall = (citing: Doi, { updates, replications }: StoredKnown): boolean =>
  updates.some(({ noticeDoi }) => noticeDoi === citing) ||
  replications.some(({ replicationDoi }) => replicationDoi === citing)

/** Order of the cited paper's flag and the citing paper's publication; null if unknown. */
export type FlagOrder = 'before' | 'after' | 'same-year'

/**
 * Compares a paper's flag date with the citing paper's publication date, to their common precision.
 * @param published ISO 8601: 2019-04-30, 2019-04 or 2019
 */
export const flagOrder = (
  status: Pick<Status, 'date' | 'dateIsLatest' | 'repeated'>,
  published: string | null,
): FlagOrder | null => {
  const { first, last } = spanOf(status)
  if (published === null) return null
  if (last !== null && compare(last, published) < 0) return 'before'
  if (first !== null && compare(first, published) > 0) return 'after'
  const isOfOneYear = first !== null && last !== null && first.slice(0, 4) === last.slice(0, 4)
  return isOfOneYear && last.slice(0, 4) === published.slice(0, 4) ? 'same-year' : null
}

/** The earliest and the latest moment at which it can have happened: attempts to repeat a paper run over years. */
export const spanOf = ({
  date,
  dateIsLatest,
  repeated,
}: Pick<Status, 'date' | 'dateIsLatest' | 'repeated'>): { first: string | null; last: string | null } =>
  repeated === null
    ? { first: dateIsLatest ? null : date, last: date }
    : { first: String(repeated.first), last: String(repeated.last) }

/** Negative if `a` is earlier, at the common precision; 0 if undecided. */
const compare = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  const [left, right] = [a.slice(0, length), b.slice(0, length)]
  return left === right ? 0 : left < right ? -1 : 1
}

/** OpenAlex pads dates known only to the month or year with the first day; strips the padding. */
export const withoutDatePadding = (date: string | null | undefined): string | null => {
  if (date == null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  return date.endsWith('-01-01') ? date.slice(0, 4) : date.endsWith('-01') ? date.slice(0, 7) : date
}

/** Key of a citation: announced once per pair, whatever later events the cited paper has. */
export const activityKey = (citing: Doi, cited: Doi): string => `cites ${citing} ${cited}`

const kinds = {
  retracted: 'cites-retracted',
  withdrawn: 'cites-retracted',
  'partly-retracted': 'cites-retracted',
  concern: 'cites-concern',
  'not-held': 'cites-not-held',
} as const satisfies Record<Fall, NewActivity['kind']>

const labels: Readonly<Record<Fall, string>> = {
  retracted: 'A paper it cites was retracted',
  withdrawn: 'A paper it cites was withdrawn',
  'partly-retracted': 'A paper it cites was retracted in part',
  concern: 'A paper it cites has an expression of concern',
  'not-held': 'A paper it cites failed to replicate',
}

/** Activity for watchers of a paper that cites a flagged one. `title`: of the cited paper, null if unknown. */
export const activityOf = (
  { citing, cited, title }: { citing: Doi; cited: Doi; title: string | null },
  { fall, status }: Fallen,
  now: number,
): NewActivity => {
  const { last: date } = spanOf(status)
  const day = date?.length === 10 ? Date.parse(date) : now
  return {
    doi: citing,
    kind: kinds[fall],
    key: activityKey(citing, cited),
    at: Number.isFinite(day) ? Math.min(day, now) : now,
    date,
    by: status.source ?? { name: 'Crossref', href: null },
    label: labels[fall],
    outcome: null,
    detail: title ?? cited,
    path: `${paths.paper(citing)}#cites`,
  }
}

/** So many papers are looked at in one transaction: some milliseconds. */
const atOnce = 500

/** True if flagged papers were listed before. */
export const hasListedFalls = async (db: Kysely<CitationTables>): Promise<boolean> =>
  (await db.selectFrom('fallen_papers').select('doi').limit(1).executeTakeFirst()) !== undefined

/**
 * Updates the list of flagged papers for the next papers after a DOI, in the caller's transaction: adds new ones, and removes unflagged
 * ones with their references and activity. Idempotent.
 * @param notedAt recording time of new ones, epoch ms
 * @returns the DOI to continue after; null at the end
 */
export const listFalls = async (tx: Kysely<CitationTables>, after: string, notedAt: number): Promise<string | null> => {
  const dois = await nextDois(tx, after)
  const known = await knownReader(tx).many(dois)
  const before = await tx
    .selectFrom('fallen_papers')
    .select(['doi', 'fell_on'])
    .where('doi', 'in', listed(tx, JSON.stringify(dois)))
    .execute()
  const fellBefore = new Map(before.map(row => [row.doi, row.fell_on]))
  const fresh: { doi: Doi; fell_on: string; noted_at: number }[] = []
  for (const [doi, stored] of known) {
    const fallen = fallOf(doi, stored)
    const was = fellBefore.get(doi)
    if (fallen === null) {
      if (was !== undefined) await removeFall(tx, doi)
      continue
    }
    const fellOn = spanOf(fallen.status).last ?? ''
    if (was === undefined) fresh.push({ doi, fell_on: fellOn, noted_at: notedAt })
    else if (was !== fellOn)
      await tx.updateTable('fallen_papers').set({ fell_on: fellOn }).where('doi', '=', doi).execute()
  }
  if (fresh.length > 0)
    await tx
      .insertInto('fallen_papers')
      .values(fresh)
      .onConflict(other => other.doNothing())
      .execute()
  return dois.length < atOnce ? null : (dois.at(-1) ?? null)
}

/** The next papers of which anything is known, or that are on the list, in the database's own order of their DOIs. */
const nextDois = async (tx: Kysely<CitationTables>, after: string): Promise<Doi[]> => {
  const updates = tx.selectFrom('updates').select('doi').where('doi', '>', after).groupBy('doi').orderBy('doi')
  const replications = tx
    .selectFrom('replications')
    .select('original_doi as doi')
    .where('original_doi', '>', after)
    .groupBy('original_doi')
    .orderBy('original_doi')
  const listedNow = tx.selectFrom('fallen_papers').select('doi').where('doi', '>', after).orderBy('doi')
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom(updates.limit(atOnce).as('updates'))
        .select('doi')
        .union(tx.selectFrom(replications.limit(atOnce).as('replications')).select('doi'))
        .union(tx.selectFrom(listedNow.limit(atOnce).as('listed')).select('doi'))
        .as('known'),
    )
    .select('doi')
    .orderBy('doi')
    .limit(atOnce)
    .execute()
  return rows.map(({ doi }) => storedDoi(doi))
}

/** Handles a reversed flag: a paper may have thousands of citations, few of which are watched. */
const removeFall = async (tx: Kysely<CitationTables>, doi: Doi): Promise<void> => {
  const gone = await tx.deleteFrom('fallen_references').where('cited', '=', doi).returning('citing').execute()
  const keys = [...new Set(gone.map(({ citing }) => activityKey(storedDoi(citing), doi)))]
  const told = await tx
    .selectFrom('activity')
    .select('key')
    .where('key', 'in', listed(tx, JSON.stringify(keys)))
    .execute()
  for (const { key } of told) await retractActivity(tx, key)
  await tx.deleteFrom('fallen_papers').where('doi', '=', doi).execute()
}
