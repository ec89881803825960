import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { messageOf } from '../error-message/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { keepPrivate } from '../private-file/index.ts'
import type { CommittedInserts } from './committed-inserts.ts'
import { damageError, findDamage } from './sqlite-damage.ts'
import { SqliteDriver } from './sqlite-driver.ts'

/** Long enough for another process to finish a migration; shortened once the database is ready. */
const patienceAtStart = 120_000

/** Opens a SQLite file, creating it and its folder when missing, and makes Kysely's dialect over it. */
export const openSqlite = (file: string, inserts: CommittedInserts): { dialect: Dialect; driver: SqliteDriver } => {
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
