import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { asOf, isYoung, type LogEnd, mostAge } from './as-of.ts'
import { makeCommittedInserts } from './committed-inserts.ts'
import { connectPostgres } from './connect-postgres.ts'
import { openPostgres } from './postgres-dialect.ts'
import { isDatabaseUnavailable } from './sql-errors.ts'

/**
 * Makes a reader of what may be a second old: `mayBeOld(recentReader)` reads as `recentReader(db)` does, on the replica where
 * there is one that is young enough.
 */
export type MayBeOld<Tables> = <Given extends readonly unknown[], Result>(
  make: (db: Kysely<Tables>) => (...given: Given) => Promise<Result>,
) => (...given: Given) => Promise<Result>

export type Replica<Tables> = { mayBeOld: MayBeOld<Tables>; close: () => Promise<void> }

/** How often the two are compared, in ms: often enough that one look that takes long does not end it. */
const lookEvery = 300
/** How many ends of the primary's log are kept: a standby that is further behind than these is too old anyway. */
const kept = 4

/**
 * Opens a standby of a database for reads. It counts as young while it has replayed all that the primary had written a second ago: the
 * primary is asked for the end of its log, then the standby how far it is. (The standby's own figures cannot say so: one that is
 * cut off from its primary has replayed all that it has received.) While it is not, or does not answer, the primary is read.
 * @param onChange is told, in a sentence, when it is read and when no longer
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

/** How far a server's log goes, in bytes: written by a primary, replayed by a standby. */
const logEnd = async <Tables>(db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
    ) as bytes`.execute(db)
  return rows[0]?.bytes ?? Number.NaN
}

/**
 * Whether a standby answers and, within a second, shows all that its primary had written when it was asked. For commands that then read for
 * long from one of the two.
 * @throws OperatorError when the primary does not answer.
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

/** Where there is no standby, the one database is read. */
export const withoutReplica = <Tables>(db: Kysely<Tables>): Replica<Tables> => ({
  mayBeOld: make => make(db),
  close: async () => {},
})
