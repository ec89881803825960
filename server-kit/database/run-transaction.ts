import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isConnectionLost, isGivenUp, isReadOnly } from './sql-errors.ts'

/** Maximum number of transaction attempts. */
const mostAttempts = 6

/** Maximum number of retries after a lost connection. All pooled connections from before a failover are dead. */
const mostConnections = 2

/**
 * Runs `work` in a transaction, with a few retries of the entire function if nothing was done: after a deadlock or serialization failure in
 * PostgreSQL, if `work` throws `Outdated`, or if the connection is lost before COMMIT was sent. `work` must therefore only use the
 * database: do all else before, after, or in a job that it enqueues.
 * @throws the errors of `work`, and the last of these failures if they persist; CommitUnknown if the connection is lost during COMMIT
 */
export const runTransaction = async <T, R>(db: Kysely<T>, work: (tx: Transaction<T>) => Promise<R>): Promise<R> => {
  let connections = 1
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isAwayFromIt = isConnectionLost(error) || isReadOnly(error)
      if (isAwayFromIt ? connections++ === mostConnections : !isGivenUp(error) || attempt === mostAttempts) throw error
      // Not all of those that met begin again at the same moment.
      await sleep(Math.random() * 5 * 2 ** attempt)
    }
  }
}
