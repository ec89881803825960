import type { QueryExecutorProvider } from 'kysely'

/** Runs one SQL text that reads, at once and in this thread, on what has been committed. */
export type DirectRead = (parameters: readonly unknown[]) => unknown[]

/** What the driver of SQLite offers beside Kysely's own interface. */
type DirectDriver = { directRead: (sql: string) => DirectRead }

/** Keyed by the adapter, which a handle shares with those made from it: transactions, `$pickTables`, plugins. */
const drivers = new WeakMap<object, DirectDriver>()

export const rememberDriver = (db: QueryExecutorProvider, driver: DirectDriver): void => {
  drivers.set(db.getExecutor().adapter, driver)
}

/** Undefined where only Kysely can read: on PostgreSQL, with plugins. What a transaction has written is not seen by it. */
export const directRead = (db: QueryExecutorProvider, sql: string): DirectRead | undefined => {
  const { adapter, plugins } = db.getExecutor()
  return plugins.length > 0 ? undefined : drivers.get(adapter)?.directRead(sql)
}
