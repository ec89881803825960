import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import {
  isListed,
  type NewActivity,
  recordActivity,
  refineActivity,
  retractActivity,
  watchedAmong,
} from '../activity/index.ts'
import { evidenceInStores } from './evidence.ts'
import { factOfAttempt, factOfEvent } from './known-facts.ts'
import { knownReader } from './known-reader.ts'
import {
  type ReplicationRow,
  replaceAnnounced,
  replaceUpdates,
  type SourcedUpdate,
  type StarterRows,
  writeStarter,
} from './known-store.ts'
import type { KnownTables } from './known-tables.ts'
import { isSameEvent, type KnownEvent } from './merge-events.ts'
import { type Attempt, mergeEvidence } from './merge-evidence.ts'

/** A change to a paper. Its date, with known precision, determines if it may be news. */
export type Dated = { doi: string; date: string | null }

/** An attempt to repeat a paper is dated by its year. */
export const datedAttempt = ({ originalDoi, replicationYear }: ReplicationRow): Dated => ({
  doi: originalDoi,
  date: replicationYear === null ? null : String(replicationYear),
})

/** Maximum age in ms of news on unwatched papers. */
const recent = 90 * 86_400_000

/**
 * Runs `write`, which changes what is known about papers, and lists as activities what it brought that was not known before: of a
 * paper that somebody watches whatever it is, of others what happened lately. What it took away is taken off the list. So the first
 * import of a list is no news, but for its last weeks (docs/decisions/16).
 * @param tx the transaction in which `write` writes
 * @param about the papers that may change
 */
export const withNews = async <Result>(
  tx: Kysely<KnownTables>,
  about: readonly Dated[],
  now: number,
  write: () => Promise<Result>,
): Promise<Result> =>
  withNewsOf(tx, about, await watchedAmong(tx, [...new Set(about.map(({ doi }) => doi))]), now, write)

const withNewsOf = async <Result>(
  tx: Kysely<KnownTables>,
  about: readonly Dated[],
  watched: ReadonlySet<string>,
  now: number,
  write: () => Promise<Result>,
): Promise<Result> => {
  const dois = new Set(about.filter(({ doi, date }) => watched.has(doi) || isRecent(date, now)).map(({ doi }) => doi))
  if (dois.size === 0) return write()
  const before = await newsOf(tx, dois)
  const result = await write()
  const after = await newsOf(tx, dois)
  for (const [doi, news] of after) {
    const old = before.get(doi) ?? []
    for (const one of news)
      if (!old.some(other => other.is(one)) && (watched.has(doi) || one.isRecent(now))) await tell(tx, one, now)
    for (const gone of old) if (!news.some(other => gone.is(other))) await retractActivity(tx, gone.key)
  }
  return result
}

/**
 * `replaceUpdates` with activity. Crossref's first data on a paper predates any watch, so only recent events are news. A notice's update is
 * activity of its target paper.
 */
export const learnUpdates = async (
  tx: Transaction<KnownTables>,
  doi: Doi,
  entries: readonly SourcedUpdate[],
  now: number,
): Promise<void> => {
  const asked = await tx.selectFrom('updates_asked').select('doi').where('doi', '=', doi).executeTakeFirst()
  const before = await tx.selectFrom('updates').select(['doi', 'date']).where('doi', '=', doi).execute()
  const about = [{ doi, date: null }, ...before, ...entries]
  const papers = [...new Set<string>(about.map(paper => paper.doi))]
  const watched = await watchedAmong<KnownTables>(
    tx,
    asked === undefined ? papers.filter(paper => paper !== doi) : papers,
  )
  await withNewsOf(tx, about, watched, now, () => replaceUpdates(tx, doi, entries, now))
}

/** `replaceAnnounced`, with its news. */
export const learnNotices = async (
  tx: Kysely<KnownTables>,
  notices: readonly { doi: Doi; updates: readonly SourcedUpdate[] }[],
  now: number,
): Promise<{ changed: number; removed: number }> => {
  const told = notices.flatMap(({ updates }) => updates)
  const before = await tx
    .selectFrom('updates')
    .select(['doi', 'date'])
    .where('notice_doi', 'in', listed(tx, JSON.stringify(notices.map(({ doi }) => doi))))
    .execute()
  return withNews(tx, [...told, ...before], now, () => replaceAnnounced(tx, notices))
}

/** Replaces the starter list and records it as historic activity: a new installation has a list of events, without notifications. */
export const replaceStarter = (db: Kysely<KnownTables>, rows: StarterRows, now: number): Promise<void> =>
  runTransaction(db, async tx => {
    const before = await newsOf(tx, await starterPapers(tx))
    await writeStarter(tx, rows)
    const after = await newsOf(tx, await starterPapers(tx))
    await listHistory(tx, { before: [...before.values()].flat(), after: [...after.values()].flat() }, now)
  })

/** Records current evidence under its own dates, and withdraws the activity of removed evidence. */
const listHistory = async (
  tx: Kysely<KnownTables>,
  { before, after }: Readonly<Record<'before' | 'after', readonly News[]>>,
  now: number,
): Promise<void> => {
  const keys = new Set(after.map(({ key }) => key))
  for (const { key } of before) if (!keys.has(key)) await retractActivity(tx, key)
  for (const news of after) {
    const activity = news.activity(now)
    const at = activity.date === null ? Number.NaN : Date.parse(activity.date)
    if (at <= now) await recordActivity(tx, { ...activity, at }, now, { isHistory: true })
  }
}

const starterPapers = async (tx: Kysely<KnownTables>): Promise<Set<string>> => {
  const [updates, replications] = await Promise.all([
    tx.selectFrom('updates').select('doi').where('source', '=', 'starter').execute(),
    tx.selectFrom('replications').select('original_doi as doi').where('origin', '=', 'starter').execute(),
  ])
  return new Set([...updates, ...replications].map(({ doi }) => doi))
}

/** Records new activity. A retraction already recorded from a record's flag is refined instead, so that no one is notified twice. */
const tell = async (tx: Kysely<KnownTables>, news: News, now: number): Promise<void> => {
  const activity = news.activity(now)
  const flagged = flagKey(activity.doi)
  if (activity.kind === 'retraction' && (await isListed(tx, flagged))) await refineActivity(tx, flagged, activity)
  else await recordActivity(tx, activity, now)
}

const flagKey = (doi: Doi): string => `known ${doi} retraction by flag`

/**
 * Records that a record's retraction flag changed. Activity of watched papers, unless a notice covers it; call it after processing notices.
 */
export const learnFlag = async (
  tx: Kysely<KnownTables>,
  doi: Doi,
  { retracted, by }: { retracted: boolean; by: string },
  now: number,
): Promise<void> => {
  if (!retracted) {
    const news = (await newsOf(tx, new Set([doi]))).get(doi) ?? []
    if (!news.some(isOfRetraction)) await retractActivity(tx, flagKey(doi))
    return
  }
  if (!(await watchedAmong(tx, [doi])).has(doi)) return
  const news = (await newsOf(tx, new Set([doi]))).get(doi) ?? []
  if (news.some(isOfRetraction)) return
  const { kind, label } = { kind: 'retraction', label: 'Retraction' } as const
  const when = { at: now, date: null, outcome: null, detail: null }
  const told = { doi, kind, key: flagKey(doi), label, by: { name: by, href: null }, path: knownPath(doi) }
  await recordActivity(tx, { ...told, ...when }, now)
}

/** A paper that was reinstated keeps its flag in many records. */
const isOfRetraction = ({ event }: News): boolean =>
  event?.meaning.kind === 'retraction' || event?.meaning.kind === 'reinstatement'

/** Possible activity of a paper. */
type News = {
  key: string
  /** True if both describe the same event. */
  is: (other: News) => boolean
  isRecent: (now: number) => boolean
  activity: (now: number) => NewActivity
  event: KnownEvent | null
}

const newsOf = async (tx: Kysely<KnownTables>, dois: ReadonlySet<string>): Promise<Map<Doi, News[]>> => {
  const known = await knownReader(tx).many([...dois].map(storedDoi))
  return new Map(
    [...known].map(([doi, { updates, replications }]) => {
      const { events, attempts } = mergeEvidence(evidenceInStores(doi, { updates, replications }))
      return [
        doi,
        [...events.flatMap(event => newsOfEvent(doi, event)), ...attempts.map(one => newsOfAttempt(doi, one))],
      ]
    }),
  )
}

const newsOfEvent = (doi: Doi, event: KnownEvent): News[] => {
  const { kind } = event.meaning
  if (kind === 'notice') return []
  const { id: _, date, label, source, title } = factOfEvent(event)
  const elsewhere = event.noticeDoi !== doi ? event.noticeDoi : null
  const key = ['known', doi, kind, elsewhere ?? date ?? ''].join(' ')
  return [
    {
      key,
      event,
      is: other => other.event?.meaning.kind === kind && isSameEvent(event, other.event),
      // A record's date doesn't date the event.
      isRecent: now => !event.datesRecord && isRecent(date, now),
      activity: now => ({
        doi,
        kind,
        key,
        at: timeOf(date, now),
        date,
        by: source,
        label,
        outcome: null,
        detail: title,
        path: knownPath(doi),
      }),
    },
  ]
}

const newsOfAttempt = (doi: Doi, attempt: Attempt): News => {
  const { label, source, title, date } = factOfAttempt(attempt)
  const { replicationDoi, replicationUrl, replicationTitle, type } = attempt
  const key = ['known', doi, type, replicationDoi ?? replicationUrl ?? replicationTitle ?? ''].join(' ')
  return {
    key,
    event: null,
    is: other => other.key === key,
    isRecent: now => date !== null && date === new Date(now).toISOString().slice(0, 4),
    activity: now => ({
      doi,
      kind: 'replication',
      key,
      at: timeOf(date, now),
      date,
      by: source,
      label,
      outcome: attempt.result,
      detail: title,
      path: knownPath(doi),
    }),
  }
}

const knownPath = (doi: Doi): string => `${paths.paper(doi)}#known`

/** True if a date known at least to the month is within the last weeks and not in the future. `now`: epoch ms. */
export const isRecent = (date: string | null, now: number): boolean => {
  if (date === null || date.length < 7) return date !== null && date === new Date(now).toISOString().slice(0, 4)
  const at = Date.parse(date)
  return at <= now + 86_400_000 && at > now - recent
}

/** The day of an event that is dated to the day, else when we hear of it. */
const timeOf = (date: string | null, now: number): number => {
  const at = date?.length === 10 ? Date.parse(date) : now
  return Number.isFinite(at) ? Math.min(at, now) : now
}
