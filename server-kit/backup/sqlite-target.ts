import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { damageError, findDamage, isSqliteDamage, kyselyOver } from '../database/index.ts'
import { fileProblem } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { keepPrivate } from '../private-file/index.ts'
import { type ProductDatabase, titleOf } from './product-database.ts'
import { quoted } from './quoted.ts'
import { readSchema, type TableShape } from './schema-at.ts'
import type { Target } from './target.ts'

/**
 * Holds a SQLite file for a restore, alone: in WAL mode a connection keeps a shared lock as long as it is open, so that
 * the exclusive one is refused while a server runs, and keeps servers from starting until the restore is done.
 * @throws OperatorError when it is in use.
 */
export const openSqliteTarget = async (
  database: ProductDatabase,
  { replace, now }: { replace: boolean; now: () => number },
): Promise<Target> => {
  const { file } = database
  if (!existsSync(file) && database.isDefaultPlace === true) throw notNamed(database)
  const damagedKeptAt = replace && findDamage(file, { wholeFile: true }) !== null ? moveAside(file, now()) : null
  const isNew = !existsSync(file)
  const connection = connectAlone(database)
  const transaction = await kyselyOver<Record<string, Record<string, unknown>>>(connection).startTransaction().execute()
  // Rows may come in any order; the keys between them are checked at the commit.
  await sql`pragma defer_foreign_keys = on`.execute(transaction)
  let inserting: { table: TableShape; statement: ReturnType<DatabaseSync['prepare']> } | undefined
  return {
    transaction,
    schemaOfNewer: () => readSchema(connection),
    damagedKeptAt,
    async insert(table, rows) {
      if (inserting?.table !== table) inserting = { table, statement: connection.prepare(insertInto(table)) }
      for (const row of rows) inserting.statement.run(...row)
    },
    async dropTables(tables) {
      for (const { name } of tables) connection.exec(`drop table ${quoted(name)}`)
    },
    async suspendRules() {
      const triggers = connection.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
      for (const { name } of triggers) connection.exec(`drop trigger ${quoted(String(name))}`)
      return async () => {
        for (const { sql: definition } of triggers) connection.exec(String(definition))
      }
    },
    // SQLite's own counters follow the numbers inserted.
    async setCounters() {},
    async close() {
      if (!connection.isOpen) return
      connection.close()
      if (isNew && !transaction.isCommitted) for (const ending of endings) rmSync(`${file}${ending}`, { force: true })
      if (damagedKeptAt !== null && !transaction.isCommitted) moveFiles(damagedKeptAt, file)
    },
  }
}

/** SQLite's log and its index lie beside the file. */
const endings = ['', '-wal', '-shm']

const moveFiles = (from: string, to: string): void => {
  for (const ending of endings) if (existsSync(`${from}${ending}`)) renameSync(`${from}${ending}`, `${to}${ending}`)
}

/** Moves a damaged file aside, since it may contain more recoverable data than the backup. @returns its new path */
const moveAside = (file: string, now: number): string => {
  const aside = `${file}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  moveFiles(file, aside)
  return aside
}

const notNamed = (database: ProductDatabase): OperatorError =>
  new OperatorError(
    `There is no database ${titleOf(database)}, and the settings do not name a place for one, so nothing was restored: set ` +
      'DATA_DIR, or use the installation\'s "corroborate" command, which knows it.',
  )

const connectAlone = (database: ProductDatabase): DatabaseSync => {
  let connection: DatabaseSync | undefined
  try {
    mkdirSync(dirname(database.file), { recursive: true })
    keepPrivate(database.file)
    connection = new DatabaseSync(database.file, { timeout: 1_000 })
    connection.exec(`
      pragma locking_mode = exclusive;
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma trusted_schema = off;
      pragma cache_size = -65536;
      begin immediate;
      rollback;
    `)
    return connection
  } catch (error) {
    connection?.close()
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5) {
      throw new OperatorError(
        `The database ${titleOf(database)} is in use, so nothing was restored: stop the server, then restore again.`,
      )
    }
    const finding = isSqliteDamage(error) ? findDamage(database.file, { wholeFile: true }) : null
    throw finding === null ? fileProblem(database.file, 'opened', error) : damageError(database.file, finding)
  }
}

const insertInto = ({ name, columns }: TableShape): string =>
  `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${columns.map(() => '?').join(', ')})`
