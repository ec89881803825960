import type { Kysely, Transaction } from 'kysely'
import { runTransaction } from './run-transaction.ts'

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
