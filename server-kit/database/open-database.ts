import { type Dialect, Kysely, type LogEvent } from 'kysely'
import { messageOf } from '../error-message/index.ts'
import { noteStatement, tracing } from '../tracing/index.ts'
import { makeCommittedInserts, rememberCommittedInserts } from './committed-inserts.ts'
import { rememberDriver } from './direct-read.ts'
import { type Migration, migrate } from './migrate.ts'
import { refuseMoved } from './moved-data.ts'
import { openPostgres } from './postgres-dialect.ts'
import { isSqliteDamage } from './sql-errors.ts'
import { damageError } from './sqlite-damage.ts'
import { openSqlite } from './sqlite-dialect.ts'

/** Lock timeout of a writer at runtime, in ms. */
const patience = 10_000

export type DatabaseOptions = {
  /** A PostgreSQL address; without one, `file` is used. */
  url?: string | undefined
  /** Path of the SQLite file, made when missing. */
  file: string
  migrations: readonly Migration[]
  /** The time, in epoch milliseconds, noted beside each migration that is applied. */
  now: () => number
}

/**
 * Opens the database, brings its schema up to date and hands out Kysely over it; `db.destroy()` closes it.
 *
 * The same code runs on both engines: text keys, whole numbers (times in epoch milliseconds, booleans 0 or 1), JSON as
 * text. A write has reached the disk when its promise resolves. Inside `db.transaction().execute(async tx => …)` use `tx`
 * only, and wait for nothing but the database: on SQLite the other writers wait meanwhile. On SQLite transactions are
 * serializable; on PostgreSQL they are "read committed", so decide with `UPDATE … WHERE`, `ON CONFLICT` or `FOR UPDATE`.
 *
 * Parameters are never part of a plan: a condition that should match a partial index is written into the SQL
 * (`sql.lit`), or the engines do not see that it fits.
 * @throws OperatorError when it cannot be opened; ConfigurationError when it is damaged, belongs to a newer version or to the
 * other server, or when its data moved to PostgreSQL.
 */
export const openDatabase = async <T>({ url, file, migrations, now }: DatabaseOptions): Promise<Kysely<T>> => {
  const inserts = makeCommittedInserts()
  refuseMoved({ url, file })
  const sqlite = url === undefined ? openSqlite(file, inserts) : undefined
  const dialect: Dialect = sqlite?.dialect ?? (await openPostgres(url ?? '', inserts))
  const engine = sqlite === undefined ? 'postgres' : 'sqlite'
  const log = ({ level, query, queryDurationMillis }: LogEvent): void =>
    noteStatement(query.sql, engine, queryDurationMillis, level === 'error')
  // Kysely times every logged statement, so logging is enabled only with tracing.
  const db = new Kysely<T>({ dialect, ...(tracing().isOn && { log }) })
  rememberCommittedInserts(db, inserts)
  if (sqlite !== undefined) rememberDriver(db, sqlite.driver)
  try {
    await migrate(db, migrations, now)
  } catch (error) {
    await db.destroy()
    // Of a file that was too large to be read as a whole.
    throw isSqliteDamage(error) ? damageError(file, messageOf(error)) : error
  }
  if (sqlite !== undefined) sqlite.driver.group.patience = patience
  return db
}
