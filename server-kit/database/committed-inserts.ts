import { type CompiledQuery, InsertQueryNode, type QueryExecutorProvider } from 'kysely'

type Listener = () => void

/** Notifies listeners of rows committed by this process. One per database handle. */
export type CommittedInserts = {
  on: (table: string, listener: Listener) => () => void
  announce: (tables: ReadonlySet<string>) => void
}

export const makeCommittedInserts = (): CommittedInserts => {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on: (table, listener) => {
      const ofTable = listeners.get(table) ?? new Set()
      listeners.set(table, ofTable.add(listener))
      return () => ofTable.delete(listener)
    },
    announce: tables => {
      for (const table of tables) for (const listener of listeners.get(table) ?? []) listener()
    },
  }
}

/** The table a statement inserts into, when it is an insert made by the query builder. */
export const insertedTable = ({ query }: CompiledQuery): string | undefined =>
  InsertQueryNode.is(query) ? query.into?.table.identifier.name : undefined

/** Keyed by the adapter, which a handle shares with those made from it: transactions, `$pickTables`, plugins. */
const byAdapter = new WeakMap<object, CommittedInserts>()

export const rememberCommittedInserts = (db: QueryExecutorProvider, inserts: CommittedInserts): void => {
  byAdapter.set(db.getExecutor().adapter, inserts)
}

/**
 * Calls `listener` after each commit of this process that inserted into `table`. Never before the commit: a listener that is
 * woken finds the rows. Rows inserted by other processes are not announced, so look for them from time to time as well.
 * @returns a function that ends it.
 */
export const onInsertCommitted = (db: QueryExecutorProvider, table: string, listener: Listener): (() => void) => {
  const inserts = byAdapter.get(db.getExecutor().adapter)
  if (inserts === undefined) throw new TypeError('onInsertCommitted needs a handle of openDatabase.')
  return inserts.on(table, listener)
}
