import { deleteInSteps } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { siteTables } from '../../kit/retention/index.ts'
import { mostAttempts } from './put-off.ts'
import type { WatchTables } from './tables.ts'

/** Retention of sent notifications in ms: a year. An event withdrawn and repeated within it is not sent again. */
export const remembered = siteTables.news.ms

/**
 * Deletes expired notifications, and those that will never be sent: unwanted, withdrawn, or out of attempts.
 * @param now epoch ms
 * @param signal stops it between two transactions
 */
export const sweepNews = async (db: Kysely<WatchTables>, now: number, signal?: AbortSignal): Promise<void> => {
  const news = db.selectFrom('news').select(['person', 'about'])
  const toldLongAgo = news.where('told_at', '<=', now - remembered)
  // A worker sending the mail has yet to record its delivery.
  const never = news.where('told_at', 'is', null).where('due_at', 'is', null).where('held_until', '<=', now)
  // Whatever the age: during downtime of the site or mail server there are no attempts.
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
