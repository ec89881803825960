import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { WatchTables } from './tables.ts'

/**
 * For how long it is remembered that somebody was told of a thing, in ms: a year. What is taken back and happens again within it is not
 * told again.
 */
export const remembered = 365 * 24 * 3_600_000

/** For how long a mail that no server takes is tried, in ms: as long as mail servers do (RFC 5321, section 4.5.4.1). */
export const tried = 5 * 24 * 3_600_000

/** How many rows go in one transaction: a few milliseconds. */
const atOnce = 1_000

/**
 * Deletes what was told longer ago than we remember, and what will never be told: nobody wants it, it was taken back, or no mail server
 * takes it.
 * @param now epoch ms
 * @param signal stops it between two transactions
 */
export const sweepNews = async (db: Kysely<WatchTables>, now: number, signal?: AbortSignal): Promise<void> => {
  const news = db.selectFrom('news').select(['person', 'about']).limit(atOnce)
  const toldLongAgo = news.where('told_at', '<=', now - remembered)
  // Who is sending the mail just now has yet to note that it was told.
  const never = news.where('told_at', 'is', null).where('due_at', 'is', null).where('held_until', '<=', now)
  const inVain = news
    .where('told_at', 'is', null)
    .where('due_at', '<=', now - tried)
    .where('held_until', '<=', now)
  for (const swept of [toldLongAgo, never, inVain])
    for (;;) {
      signal?.throwIfAborted()
      const { numDeletedRows } = await runTransaction(db, tx =>
        tx
          .deleteFrom('news')
          .where(({ eb, refTuple }) => eb(refTuple('person', 'about'), 'in', swept.$asTuple('person', 'about')))
          .executeTakeFirstOrThrow(),
      )
      if (numDeletedRows < atOnce) break
    }
}
