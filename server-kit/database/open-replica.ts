import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { makeCommittedInserts } from './committed-inserts.ts'
import { connectPostgres, openPostgres } from './moved-data.ts'
import { isDatabaseUnavailable } from './sql-errors.ts'

/** End of the primary's WAL in bytes when queried, with the time on a monotonic clock. */
type LogEnd = { bytes: number; at: number }

/** Maximum staleness of a standby's response, in ms. */
const mostAge = 1_000

/**
 * Returns the latest time up to which a standby with this replay position is complete: the query time of the last WAL end it has reached.
 * Null if it has reached none. Pure.
 */
export const asOf = (ends: readonly LogEnd[], replayed: number): number | null => {
  const reached = ends.filter(({ bytes }) => bytes <= replayed).map(({ at }) => at)
  return reached.length === 0 ? null : Math.max(...reached)
}

/** True if a standby's data is fresh enough. Pure. */
export const isYoung = (shown: number | null, now: number): boolean => shown !== null && now - shown <= mostAge

/**
 * Wraps a reader that tolerates one second of staleness: `mayBeOld(recentReader)` reads as `recentReader(db)` does, from the replica if it
 * is fresh enough.
 */
export type MayBeOld<Tables> = <Given extends readonly unknown[], Result>(
  make: (db: Kysely<Tables>) => (...given: Given) => Promise<Result>,
) => (...given: Given) => Promise<Result>

export type Replica<Tables> = { mayBeOld: MayBeOld<Tables>; close: () => Promise<void> }

/** Interval of replica checks in ms, short enough that one slow check doesn't mark the replica as stale. */
const lookEvery = 300
/** Number of remembered WAL positions. A standby behind all of them is too stale anyway. */
const kept = 4

/**
 * Opens a standby for reads. It is fresh while it has replayed everything the primary had written a second ago: the primary's WAL position
 * is queried first, then the standby's. (The standby's own figures don't suffice: a disconnected one has replayed everything it received.)
 * Otherwise, or if it does not respond, reads use the primary.
 * @param onChange called with a message when reads switch
 */
export const openReplica = async <Tables>(
  primary: Kysely<Tables>,
  { url, onChange }: { url: string; onChange: (sentence: string) => void },
): Promise<Replica<Tables>> => {
  const dialect = await openPostgres(url, makeCommittedInserts(), { mayBeAway: true })
  const replica = new Kysely<Tables>({ dialect })
  const closing = new AbortController()
  let ends: LogEnd[] = []
  let shown: number | null = null
  let isRead: boolean | null = null

  const look = async (): Promise<void> => {
    const at = performance.now()
    ends = [...ends, { bytes: await logEnd(primary), at }].slice(-kept)
    shown = asOf(ends, await logEnd(replica))
  }
  const isYoungNow = () => isYoung(shown, performance.now())

  const watching = (async () => {
    while (!closing.signal.aborted) {
      await look().catch(() => {})
      if (isYoungNow() !== isRead) {
        isRead = isYoungNow()
        onChange(
          isRead
            ? 'The read replica of the database is read.'
            : 'The read replica is away or too old: the primary is read.',
        )
      }
      await sleep(lookEvery, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  })()

  return {
    mayBeOld: make => {
      const [fromPrimary, fromReplica] = [make(primary), make(replica)]
      return async (...given) => {
        if (!isYoungNow()) return fromPrimary(...given)
        try {
          return await fromReplica(...given)
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error
          shown = null
          return fromPrimary(...given)
        }
      }
    },
    close: async () => {
      closing.abort()
      await watching
      await replica.destroy()
    },
  }
}

/** Returns a server's WAL position in bytes: written for a primary, replayed for a standby. */
const logEnd = async <Tables>(db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
    ) as bytes`.execute(db)
  return rows[0]?.bytes ?? Number.NaN
}

/**
 * True if a standby responds and catches up within a second to its primary's position at the time of the query. For commands with a long
 * read from one of them.
 * @throws OperatorError if the primary does not respond.
 */
export const hasCaughtUp = async ({ url, replicaUrl }: { url: string; replicaUrl: string }): Promise<boolean> => {
  const primary = await connectPostgres<object>(url)
  const replica = await connectPostgres<object>(replicaUrl).catch(() => null)
  try {
    const at = performance.now()
    const end = await logEnd(primary)
    while (replica !== null && performance.now() - at <= mostAge) {
      if ((await logEnd(replica)) >= end) return true
      await sleep(20)
    }
    return false
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false
    throw error
  } finally {
    await replica?.destroy()
    await primary.destroy()
  }
}

/** Without a standby, reads use the primary. */
export const withoutReplica = <Tables>(db: Kysely<Tables>): Replica<Tables> => ({
  mayBeOld: make => make(db),
  close: async () => {},
})
