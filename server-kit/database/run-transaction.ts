import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isGivenUp } from './sql-errors.ts'

/** How often a transaction is begun at most. */
const mostAttempts = 6

/**
 * Runs `work` in a transaction. When PostgreSQL gives it up so that others can go on (a deadlock, a failure to serialise),
 * or `work` throws `Outdated`, nothing of it has been done and the whole function runs again, a few times. So `work` does
 * nothing but ask the database: whatever else has to happen is done before, after, or by a job that it enqueues.
 * @throws what `work` throws, and the last such failure when it goes on.
 */
export const runTransaction = async <T, R>(db: Kysely<T>, work: (tx: Transaction<T>) => Promise<R>): Promise<R> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isGivenUp(error) || attempt === mostAttempts) throw error
      // Not all of those that met begin again at the same moment.
      await sleep(Math.random() * 5 * 2 ** attempt)
    }
  }
}
