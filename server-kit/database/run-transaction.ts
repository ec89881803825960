import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isConnectionLost, isGivenUp, isReadOnly } from './sql-errors.ts'

/** How often a transaction is begun at most. */
const mostAttempts = 6

/** How often it is begun on another connection, because the one that it had was lost. Those kept from before a failover are all dead. */
const mostConnections = 2

/**
 * Runs `work` in a transaction. When PostgreSQL gives it up so that others can go on (a deadlock, a failure to serialise),
 * `work` throws `Outdated`, or its connection is lost before its COMMIT was sent, nothing of it has been done and the whole
 * function runs again, a few times. So `work` does nothing but ask the database: whatever else has to happen is done before,
 * after, or by a job that it enqueues.
 * @throws what `work` throws, and the last such failure when it goes on; CommitUnknown when the connection is lost while it is stored
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
