import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { isAbortedTransaction, isConnectionLost, isReadOnly } from './sql-errors.ts'

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
      if (isAwayFromIt ? connections++ === mostConnections : !isAbortedTransaction(error) || attempt === mostAttempts)
        throw error
      // Not all of those that met begin again at the same moment.
      await sleep(Math.random() * 5 * 2 ** attempt)
    }
  }
}

/** Rows deleted per transaction: a few milliseconds, so that servers on the same database stay responsive. */
const atOnce = 1_000

/**
 * Deletes many rows, some in each transaction, until a step finds fewer than it may delete.
 * @param deleteSome deletes `most` rows at most
 * @param signal stops it between two transactions
 */
export const deleteInSteps = async <T>(
  db: Kysely<T>,
  deleteSome: (tx: Transaction<T>, most: number) => Promise<{ numDeletedRows: bigint }>,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    const { numDeletedRows } = await runTransaction(db, tx => deleteSome(tx, atOnce))
    if (numDeletedRows < atOnce) return
  }
}

/** Selects the expired rows of a table. */
export type Older<Columns> = {
  /** The columns of its primary key. */
  key: readonly (keyof Columns & string)[]
  /** The column with the time, in epoch ms. */
  age: keyof Columns & string
  /** Deletes rows with an earlier time. */
  before: number
}

/** Deletes a table's rows older than a given time in small transactions, so that servers stay responsive. */
export const deleteOlder = <T, Table extends keyof T & string>(
  db: Kysely<T>,
  table: Table,
  { key, age, before }: Older<T[Table]>,
  signal?: AbortSignal,
): Promise<void> => {
  const columns = sql.join(key.map(column => sql.ref(column)))
  return deleteInSteps(
    db,
    async (tx, most) => {
      const { numAffectedRows = 0n } =
        await sql`delete from ${sql.table(table)} where (${columns}) in (select ${columns}
        from ${sql.table(table)} where ${sql.ref(age)} < ${before} limit ${sql.lit(most)})`.execute(tx)
      return { numDeletedRows: numAffectedRows }
    },
    signal,
  )
}
