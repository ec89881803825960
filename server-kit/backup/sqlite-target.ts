import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import {
  damageError,
  findDamage,
  isOfAnotherServer,
  isSqliteDamage,
  kyselyOver,
  movedTo,
  readAppliedMigrations,
} from '../database/index.ts'
import { fileProblem } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { keepPrivate } from '../private-file/index.ts'
import type { BackupHeader } from './lines.ts'
import { quoted, type Target } from './postgres-target.ts'
import {
  type ProductDatabase,
  readSchema,
  type Schema,
  schemaAt,
  type TableShape,
  titleOf,
  withNames,
} from './schema-at.ts'

/**
 * Drops the schema that is there, once it is sure that its rows may go.
 * @throws OperatorError when they may not
 */
export const clearTarget = async (database: ProductDatabase, target: Target, replace: boolean): Promise<void> => {
  const { transaction: tx } = target
  const { tables, views } = await findPresent(database, target)
  const filled: string[] = []
  for (const { name } of replace ? [] : tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) filled.push(name)
  }
  const moved = database.url === undefined ? movedTo(database.file) : null
  if (filled.length > 0 && moved !== null) {
    throw new OperatorError(
      `${database.file} still holds what it held before the data moved to ${moved.to} (${moved.since}), so nothing was restored: ` +
        'restore with --replace, which throws that away, or move the file elsewhere first.',
    )
  }
  if (filled.length > 0) {
    throw new OperatorError(
      `The database ${titleOf(database)} is not empty (${filled.join(', ')}), so nothing was restored: back it up if it ` +
        'matters, then restore with --replace, which throws away what it holds.',
    )
  }
  for (const view of views) await sql`drop view ${sql.table(view)}`.execute(tx)
  await target.dropTables(tables)
  await sql`drop table if exists schema_migration`.execute(tx)
}

const findPresent = async (database: ProductDatabase, target: Target): Promise<Schema> => {
  const present = await readAppliedMigrations(target.transaction)
  if (present === null) return { tables: [], views: [] }
  const known = migrationsOf(database, present)
  if (known.length === present.length) return schemaAt(known)
  if (
    isOfAnotherServer(
      present.map(({ name }) => name),
      database.migrations,
    )
  ) {
    throw new OperatorError(
      `The database ${titleOf(database)} holds the tables of the other server, so nothing was restored: the site (DATABASE_URL) ` +
        'and the identity provider (IDENTITY_DATABASE_URL) each need a database of their own, or a schema of their own.',
    )
  }
  const schema = target.schemaOfNewer()
  if (schema !== null) return schema
  throw new OperatorError(
    `The database ${titleOf(database)} was last used by a newer version, whose tables this one does not know, so nothing ` +
      'was restored: empty it, or name an empty one in the settings, then restore again.',
  )
}

export const migrationsOf = (database: ProductDatabase, applied: BackupHeader['databases'][number]['migrations']) =>
  withNames(
    database.migrations,
    applied.map(({ name }) => name),
  )

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
