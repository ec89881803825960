import type { QueryExecutorProvider } from 'kysely'
import type { SqliteDriver } from './sqlite-driver.ts'

/** By the adapter, which all handles have in common that were made from one: transactions, `$pickTables`, plugins. */
const drivers = new WeakMap<object, SqliteDriver>()

export const rememberDriver = (db: QueryExecutorProvider, driver: SqliteDriver): void => {
  drivers.set(db.getExecutor().adapter, driver)
}

/** Runs one SQL text that reads, at once and in this thread, on what has been committed. */
export type DirectRead = (parameters: readonly unknown[]) => unknown[]

/** Undefined where only Kysely can read: on PostgreSQL, in a transaction, with plugins. */
export const directRead = (
  db: QueryExecutorProvider & { isTransaction: boolean },
  sql: string,
): DirectRead | undefined => {
  const { adapter, plugins } = db.getExecutor()
  return db.isTransaction || plugins.length > 0 ? undefined : drivers.get(adapter)?.directRead(sql)
}
