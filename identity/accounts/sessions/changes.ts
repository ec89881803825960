import { commitStamp, engineOf, prepareQuery } from '@corroborate/server-kit/database'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

/** Users whose last change is remembered. */
const mostRemembered = 10_000
/** Changes that are read at a time: after more of them, everything counts as changed. */
const mostRead = 1_000
/** How long we believe without reading that nothing was committed, in ms, should the stamp ever be wrong. */
const longestTrust = 1_000
/** Changes that are kept in the database for nodes that have not read them: a node further behind looks everything up anew. */
const mostKept = 10_000

/** Tells copies of users and sessions in memory whether they are still true. */
export type Changes = {
  /** Learns what has been committed until now, by whatever process. Returns how far that is. */
  catchUp: () => Promise<number>
  /** True when the user and all their sessions are as they were when `catchUp` returned `position`. */
  isUnchangedSince: (userId: string, position: number) => boolean
}

/**
 * Follows `session_changes`. Null on PostgreSQL, which does not commit in the order of the numbers it hands out: there a
 * change with a lower number could come later and be missed.
 */
export const followChanges = (db: Database): Changes | null => {
  if (engineOf(db) !== 'sqlite') return null
  const readAfter = prepareQuery(db, (position: number) =>
    db.selectFrom('session_changes').selectAll().where('change_id', '>', position).orderBy('change_id').limit(mostRead),
  )
  const readNewest = prepareQuery(db, () =>
    db.selectFrom('session_changes').select('change_id').orderBy('change_id', 'desc').limit(1),
  )
  /** By user, the one that changed last at the end. */
  const lastChanges = new Map<string, number>()
  let caughtUp = 0
  let readUntil: { stamp: string | null; at: number } = { stamp: null, at: 0 }
  /** What changed before this is not known user by user. */
  let knownSince = 0

  const forgetAll = (position: number): void => {
    if (position <= caughtUp) return
    lastChanges.clear()
    caughtUp = position
    knownSince = position
  }

  const remember = (userId: string, position: number): void => {
    // Two that catch up at the same time read the same changes.
    if (position <= caughtUp) return
    lastChanges.delete(userId)
    lastChanges.set(userId, position)
    caughtUp = position
    if (lastChanges.size <= mostRemembered) return
    const [[longestAgo, itsPosition] = ['', 0]] = lastChanges
    lastChanges.delete(longestAgo)
    knownSince = itsPosition
  }

  const readOn = async (): Promise<void> => {
    const from = caughtUp
    const read = await readAfter(from)
    const [first] = read
    if (first === undefined) return
    if (read.length < mostRead && first.change_id === from + 1) {
      for (const { user_id, change_id } of read) remember(user_id, change_id)
      return
    }
    const [newest = first] = await readNewest()
    forgetAll(newest.change_id)
  }

  return {
    catchUp: async () => {
      const now = performance.now()
      const stamp = commitStamp(db)
      if (stamp !== null && stamp === readUntil.stamp && now - readUntil.at < longestTrust) return caughtUp
      await readOn()
      readUntil = { stamp, at: now }
      return caughtUp
    },
    isUnchangedSince: (userId, position) => position >= knownSince && (lastChanges.get(userId) ?? 0) <= position,
  }
}

/** Removes changes that every node has read. The newest stays, so that no number is given out twice. */
export const forgetChanges = async (db: Database): Promise<void> => {
  const newest = db.selectFrom('session_changes').select(change => change.fn.max('change_id').as('id'))
  await db.deleteFrom('session_changes').where('change_id', '<=', sql<number>`(${newest}) - ${mostKept}`).execute()
}
