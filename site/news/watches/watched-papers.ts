import { listed, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { ActivityKind, ActivityTables } from '../../paper/activity/index.ts'
import type { WatchTables } from './tables.ts'

type Tables = WatchTables & ActivityTables

/** Something that happened to a watched paper. */
export type Change = {
  kind: ActivityKind
  label: string
  byName: string
  /** See `NewActivity`. */
  at: number
  date: string | null
  path: string
  /** The person has not seen it yet. */
  isNew: boolean
}

export type WatchedPaper = { doi: Doi; since: number; seenAt: number; changes: Change[] }

const pageLength = 100
const mostChanges = 5

/**
 * Reads a user's watched papers. The first page starts with papers that have updates, newest change first; the rest follow, last watched
 * first. `after`: the last paper of the previous page.
 */
export const watchedReader = (db: Kysely<Tables>) => {
  const readNew = prepareQuery(db, (person: string) =>
    db
      .selectFrom('watches')
      .innerJoin('activity', join =>
        join.onRef('activity.doi', '=', 'watches.doi').onRef('activity.noted_at', '>', 'watches.seen_at'),
      )
      .select(({ fn }) => ['watches.doi', 'watches.since', 'watches.seen_at', fn.max('noted_at').as('newest')])
      .where('watches.person', '=', person)
      .groupBy(['watches.doi', 'watches.since', 'watches.seen_at'])
      .orderBy('newest', 'desc')
      .limit(pageLength),
  )
  const readRest = prepareQuery(db, (person: string, since: number, doi: string) =>
    db
      .selectFrom('watches')
      .select(['doi', 'since', 'seen_at'])
      .where('person', '=', person)
      .where(where =>
        where.or([where('since', '<', since), where.and([where('since', '=', since), where('doi', '>', doi)])]),
      )
      .orderBy('since', 'desc')
      .orderBy('doi')
      .limit(pageLength + 1),
  )
  const readChanges = prepareQuery(db, (dois: string) =>
    db
      .selectFrom('activity')
      .select(['doi', 'kind', 'label', 'by_name', 'at', 'date', 'path', 'noted_at'])
      .where('doi', 'in', listed(db, dois))
      .orderBy('noted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageLength * mostChanges * 2),
  )

  return async (
    person: string,
    after: { since: number; doi: string } | null,
  ): Promise<{ papers: WatchedPaper[]; next: { since: number; doi: string } | null }> => {
    const fresh = after === null ? await readNew(person) : []
    const rest = await readRest(person, after?.since ?? Number.MAX_SAFE_INTEGER, after?.doi ?? '')
    const shown = new Set(fresh.map(({ doi }) => doi))
    const page = [...fresh, ...rest.slice(0, pageLength).filter(({ doi }) => !shown.has(doi))]
    const changes = Map.groupBy(await readChanges(JSON.stringify(page.map(({ doi }) => doi))), ({ doi }) => doi)
    const last = rest.length > pageLength ? rest[pageLength - 1] : undefined
    return {
      papers: page.map(({ doi, since, seen_at }) => ({
        doi: storedDoi(doi),
        since,
        seenAt: seen_at,
        changes: (changes.get(doi) ?? []).slice(0, mostChanges).map(change => ({
          kind: change.kind,
          label: change.label,
          byName: change.by_name,
          at: change.at,
          date: change.date,
          path: change.path,
          isNew: change.noted_at > seen_at,
        })),
      })),
      next: last === undefined ? null : { since: last.since, doi: last.doi },
    }
  }
}
