import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { KnownSource, KnownTables } from '../known/index.ts'

/** How long a count is shown again, in ms: it looks at every row. */
const keptFor = 60_000

/** How many events we hold of each source; the same event by two ways from one source is one. Counted once a minute at most. */
export const createCountEvents = (db: Kysely<KnownTables>, now: () => number) => {
  let counted: { at: number; counts: Promise<Record<KnownSource, number>> } | null = null
  return (): Promise<Record<KnownSource, number>> => {
    if (counted === null || now() - counted.at >= keptFor) {
      counted = { at: now(), counts: count(db) }
      counted.counts.catch(() => {
        counted = null
      })
    }
    return counted.counts
  }
}

const count = async (db: Kysely<KnownTables>): Promise<Record<KnownSource, number>> => {
  const updates = (...sources: KnownTables['updates']['source'][]) =>
    db
      .selectFrom(
        db
          .selectFrom('updates')
          .select(['doi', 'notice_doi', 'type'])
          .where('source', 'in', sources)
          .distinct()
          .as('events'),
      )
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
  const attempts = db
    .selectFrom(
      db
        .selectFrom('replications')
        .select(['original_doi', 'attempt', 'type'])
        .where('origin', '!=', 'starter')
        .distinct()
        .as('attempts'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const [crossref, retractionWatch, forrt] = await Promise.all([
    updates('crossref', 'publisher'),
    updates('retraction-watch', 'retraction-watch-list'),
    attempts,
  ])
  return {
    crossref: Number(crossref.count),
    'retraction-watch': Number(retractionWatch.count),
    forrt: Number(forrt.count),
  }
}
