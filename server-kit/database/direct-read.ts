import type { QueryExecutorProvider } from 'kysely'

/** Runs a read query synchronously on this thread, on committed data. */
export type DirectRead = (parameters: readonly unknown[]) => unknown[]

/** Extension of the SQLite driver beyond Kysely's interface. */
type DirectDriver = { directRead: (sql: string) => DirectRead }

/** Keyed by the adapter, which a handle shares with those made from it: transactions, `$pickTables`, plugins. */
const drivers = new WeakMap<object, DirectDriver>()

export const rememberDriver = (db: QueryExecutorProvider, driver: DirectDriver): void => {
  drivers.set(db.getExecutor().adapter, driver)
}

/** Undefined if only Kysely can read: on PostgreSQL, or with plugins. Does not see uncommitted writes. */
export const directRead = (db: QueryExecutorProvider, sql: string): DirectRead | undefined => {
  const { adapter, plugins } = db.getExecutor()
  return plugins.length > 0 ? undefined : drivers.get(adapter)?.directRead(sql)
}
