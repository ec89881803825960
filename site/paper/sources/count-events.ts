import { type Kysely, sql } from 'kysely'
import type { KnownSource, KnownTables, SourceReach } from '../known/index.ts'

export type SourceState = 'fresh' | 'late' | 'failing' | 'never' | 'off'

/** One source as the page and the JSON show it. */
export type SourceStatus = {
  source: KnownSource
  name: string
  href: string
  /** Short description of the source's content. */
  tells: string
  state: SourceState
  /** ISO 8601 with time. */
  askedAt: string | null
  /** ISO 8601, as exact as the source is. */
  reachesTo: string | null
  events: number
  /** Summary of the last run. */
  did: string | null
  failure: { at: string; sentence: string } | null
}

const about: Readonly<Record<KnownSource, Pick<SourceStatus, 'name' | 'href' | 'tells'>>> = {
  crossref: {
    name: 'Crossref',
    href: 'https://www.crossref.org/',
    tells: 'Corrections, retractions and other notices, as publishers announce them',
  },
  'retraction-watch': {
    name: 'Retraction Watch',
    href: 'https://retractionwatch.com/',
    tells: 'Retractions and expressions of concern, with their reasons',
  },
  forrt: {
    name: 'FORRT',
    href: 'https://forrt.org/',
    tells: 'Replications and reproductions, with their results (CC BY 4.0)',
  },
}

/** A night, and half a day for one that failed, in ms. */
const freshFor = 36 * 3_600_000

export const statusOfSource = ({
  reach,
  events,
  did,
  isOff,
  now,
}: {
  reach: SourceReach
  events: number
  did: string | null
  isOff: boolean
  now: number
}): SourceStatus => ({
  source: reach.source,
  ...about[reach.source],
  state: stateOf(reach, isOff, now),
  askedAt: iso(reach.askedAt),
  reachesTo: reach.reachesTo,
  events,
  did,
  failure:
    reach.failure === null ? null : { at: new Date(reach.failure.at).toISOString(), sentence: reach.failure.sentence },
})

const stateOf = ({ askedAt, failure }: SourceReach, isOff: boolean, now: number): SourceState => {
  if (isOff) return 'off'
  if (failure !== null) return 'failing'
  if (askedAt === null) return 'never'
  return now - askedAt <= freshFor ? 'fresh' : 'late'
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** Cache lifetime of a count in ms, since it scans every row. */
const keptFor = 60_000

/** Notices and replications of the starter collection, which comes with the software, and the date of its newest notice. */
export type StarterCounts = { notices: number; replications: number; newest: string | null }

export type EventCounts = Record<KnownSource, number> & { starter: StarterCounts }

/** Events stored of each source; the same event by two ways from one source counts once. Counted once a minute at most. */
export const createCountEvents = (db: Kysely<KnownTables>, now: () => number) => {
  let counted: { at: number; counts: Promise<EventCounts> } | null = null
  return (): Promise<EventCounts> => {
    if (counted === null || now() - counted.at >= keptFor) {
      counted = { at: now(), counts: count(db) }
      counted.counts.catch(() => {
        counted = null
      })
    }
    return counted.counts
  }
}

const count = async (db: Kysely<KnownTables>): Promise<EventCounts> => {
  const updates = (...sources: KnownTables['updates']['source'][]) =>
    db
      .selectFrom(
        db
          .selectFrom('updates')
          .select(['doi', 'notice_doi', 'type', sql<string | null>`max(date)`.as('date')])
          .where('source', 'in', sources)
          .groupBy(['doi', 'notice_doi', 'type'])
          .as('events'),
      )
      .select([sql<number>`count(*)`.as('count'), sql<string | null>`max(date)`.as('newest')])
      .executeTakeFirstOrThrow()
  const replications = (comparison: '=' | '!=') =>
    db
      .selectFrom(
        db
          .selectFrom('replications')
          .select(['original_doi', 'attempt', 'type'])
          .where('origin', comparison, 'starter')
          .distinct()
          .as('attempts'),
      )
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  const [crossref, retractionWatch, forrt, starterNotices, starterReplications] = await Promise.all([
    updates('crossref', 'publisher'),
    updates('retraction-watch', 'retraction-watch-list'),
    replications('!='),
    updates('starter'),
    replications('='),
  ])
  return {
    crossref: Number(crossref.count),
    'retraction-watch': Number(retractionWatch.count),
    forrt: Number(forrt.count),
    starter: {
      notices: Number(starterNotices.count),
      replications: Number(starterReplications.count),
      newest: starterNotices.newest,
    },
  }
}

/** Data sources and the time at which their state was read (ISO 8601). `starter`: null when nothing of the starter collection is stored. */
export type StatusPageModel = { at: string; sources: readonly SourceStatus[]; starter: StarterCounts | null }
