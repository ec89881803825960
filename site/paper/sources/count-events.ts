import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { KnownSource, KnownTables } from '../known/index.ts'

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
