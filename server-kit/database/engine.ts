import { type QueryExecutorProvider, SqliteAdapter } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Returns the engine of a database handle or a transaction. */
export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
