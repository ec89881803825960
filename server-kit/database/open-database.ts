import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, type LogEvent, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { messageOf } from '../error-message/index.ts'
import { ConfigurationError, OperatorError } from '../operator-error/index.ts'
import { keepPrivate } from '../private-file/index.ts'
import { noteStatement, tracing } from '../tracing/index.ts'
import { type CommittedInserts, makeCommittedInserts, rememberCommittedInserts } from './committed-inserts.ts'
import { type Migration, migrate } from './migrate.ts'
import { openPostgres, rejectMovedData } from './moved-data.ts'
import { isSqliteDamage } from './sql-errors.ts'
import { rememberDriver, SqliteDriver } from './sqlite-driver.ts'

/** Larger files, in bytes, are read as a whole by backups and restores only, not at each start. A start still reports what SQLite meets while it opens them. */
const largestChecked = 512 * 1024 ** 2

/**
 * The first finding of SQLite's `quick_check` on a file, or the error with which SQLite refuses to read it.
 * @param wholeFile reads a file of any size
 * @returns null for a file that is missing, sound or too large to read as a whole.
 */
export const findDamage = (file: string, { wholeFile = false } = {}): string | null => {
  const size = existsSync(file) ? statSync(file).size : 0
  // SQLite takes an empty file for a new database.
  if (size === 0) return null
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: 5_000 })
    connection.exec('pragma query_only = on; pragma trusted_schema = off')
    if (size > largestChecked && !wholeFile) {
      connection.prepare('select count(*) from sqlite_schema').get()
      return null
    }
    const [first] = connection.prepare('pragma quick_check(1)').all()
    const finding = String(first?.quick_check ?? 'ok')
    return finding === 'ok' ? null : oneLine(finding)
  } catch (error) {
    if (isSqliteDamage(error)) return oneLine(messageOf(error))
    throw error
  } finally {
    connection?.close()
  }
}

const oneLine = (finding: string): string => finding.replaceAll(/\s+/g, ' ').trim()

/** Builds the error for a damaged database: file, finding and remedy. */
export const damageError = (file: string, finding: string, advice = restoreAdvice): ConfigurationError =>
  new ConfigurationError(`The database ${file} is damaged: SQLite's quick_check reports "${finding}". ${advice}`)

const restoreAdvice =
  'Restore the last good backup: "corroborate restore BACKUP --replace" (in a clone: "npm run restore -- BACKUP --replace") ' +
  'keeps the damaged file beside the restored one.'

/** Long enough for another process to finish a migration; shortened once the database is ready. */
const patienceAtStart = 120_000

/** Opens a SQLite file, creating it and its folder when missing, and makes Kysely's dialect over it. */
const openSqlite = (file: string, inserts: CommittedInserts): { dialect: Dialect; driver: SqliteDriver } => {
  const connections = connect(file)
  const driver = new SqliteDriver(connections, inserts, patienceAtStart)
  const dialect: Dialect = {
    createAdapter: () => new ManyHandlesSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return { dialect, driver }
}

const connect = (file: string): { writer: DatabaseSync; reader: DatabaseSync } => {
  try {
    const finding = findDamage(file)
    if (finding !== null) throw damageError(file, finding)
    mkdirSync(dirname(file), { recursive: true })
    keepPrivate(file)
    const writer = new DatabaseSync(file, { timeout: 10_000 })
    // Overwrites deleted data with zeros where that needs no extra writes. The busy timeout is short, because CommitGroup waits without
    // blocking the process.
    writer.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma secure_delete = fast;
      pragma trusted_schema = off;
      pragma temp_store = memory;
      pragma cache_size = -16384;
      pragma journal_size_limit = 67108864;
      pragma busy_timeout = 5;
    `)
    const reader = new DatabaseSync(file, { timeout: 5_000, readOnly: true })
    // Mapped, a page is read without a system call and without a copy, so that a large database is as quick as a small one.
    reader.exec(`
      pragma trusted_schema = off;
      pragma temp_store = memory;
      pragma cache_size = -8192;
      pragma mmap_size = 4294967296;
    `)
    return { writer, reader }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const reason = messageOf(error)
    throw new OperatorError(
      `The database ${file} cannot be opened: ${reason}. See that this user may read and write the file and its folder, ` +
        'or put a backup in its place.',
      { cause: error },
    )
  }
}

/** Kysely's own adapter lets one caller in at a time; our driver takes many and gives the writers their turns. */
class ManyHandlesSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

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
  rejectMovedData({ url, file })
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
