import { deleteInSteps } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { siteTables } from '../../kit/retention/index.ts'
import { mostAttempts } from './put-off.ts'
import type { WatchTables } from './tables.ts'

/**
 * For how long it is remembered that somebody was told of a thing, in ms: a year. What is taken back and happens again within it is not
 * told again.
 */
export const remembered = siteTables.news.ms

/**
 * Deletes what was told longer ago than we remember, and what will never be told: nobody wants it, it was taken back, or the mail server
 * has put it off often enough.
 * @param now epoch ms
 * @param signal stops it between two transactions
 */
export const sweepNews = async (db: Kysely<WatchTables>, now: number, signal?: AbortSignal): Promise<void> => {
  const news = db.selectFrom('news').select(['person', 'about'])
  const toldLongAgo = news.where('told_at', '<=', now - remembered)
  // A worker that is sending the mail right now has yet to note that it was told.
  const never = news.where('told_at', 'is', null).where('due_at', 'is', null).where('held_until', '<=', now)
  // However old it is: while this site or the mail server stands still, nothing is tried.
  const inVain = news
    .where('told_at', 'is', null)
    .where('due_at', 'is not', null)
    .where('attempts', '>=', mostAttempts)
    .where('held_until', '<=', now)
  for (const swept of [toldLongAgo, never, inVain])
    await deleteInSteps(
      db,
      (tx, most) =>
        tx
          .deleteFrom('news')
          .where(({ eb, refTuple }) =>
            eb(refTuple('person', 'about'), 'in', swept.limit(most).$asTuple('person', 'about')),
          )
          .executeTakeFirstOrThrow(),
      signal,
    )
}
