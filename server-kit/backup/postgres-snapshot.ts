import { existsSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import {
  type AppliedMigration,
  beginPostgresSnapshot,
  beginSqliteSnapshot,
  damageError,
  type Engine,
  findDamage,
  kyselyOver,
  type Migration,
  readAppliedMigrations,
  rejectNewerSchema,
} from '../database/index.ts'
import { quoted } from './postgres-target.ts'
import { type ProductDatabase, readSchema, schemaAt, type TableShape, withNames } from './schema-at.ts'
import type { SqlValue } from './value.ts'

/** One database as it was at one moment, however much is written to it meanwhile. */
export type Snapshot = {
  engine: Engine
  migrations: AppliedMigration[]
  tables: TableShape[]
  /** Tables beside the product's own, which no migration made and the backup leaves out. */
  strangers: string[]
  /** Rows in batches, each row in the order of the table's columns. */
  rows: (table: TableShape) => AsyncIterable<SqlValue[][]>
  close: () => Promise<void>
}

const sqliteSnapshotBatchSize = 200

/**
 * Reads a SQLite database in one read transaction. (SQLite's online backup starts again whenever another process writes, so that on a busy
 * site it might never end, and it needs the room of a second database on the disk.)
 * @returns null when there is no database yet.
 * @throws ConfigurationError when the file is damaged: its backup must not take the place of a sound one
 */
export const openSqliteSnapshot = async ({ file, migrations }: ProductDatabase): Promise<Snapshot | null> => {
  if (!existsSync(file)) return null
  const finding = findDamage(file, { wholeFile: true })
  if (finding !== null) throw damageError(file, finding)
  const connection = beginSqliteSnapshot(file)
  try {
    const applied = await readAppliedMigrations(kyselyOver(connection))
    if (applied === null) {
      connection.close()
      return null
    }
    const names = applied.map(({ name }) => name)
    rejectNewerSchema(names, migrations)
    const { tables } = await schemaAt(withNames(migrations, names))
    const known = new Set(tables.map(({ name }) => name))
    return {
      engine: 'sqlite',
      migrations: applied,
      tables,
      strangers: readSchema(connection).tables.flatMap(({ name }) => (known.has(name) ? [] : [name])),
      async *rows({ name, columns }) {
        const statement = connection.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`)
        statement.setReadBigInts(true)
        statement.setReturnArrays(true)
        let batch: SqlValue[][] = []
        for (const row of statement.iterate()) {
          batch.push(row as unknown as SqlValue[])
          if (batch.length < sqliteSnapshotBatchSize) continue
          yield batch
          batch = []
        }
        if (batch.length > 0) yield batch
      },
      close: async () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

const batchSize = 500

/**
 * Reads a PostgreSQL database in one transaction that sees one moment, through cursors.
 * @returns null when no server ever made its tables there.
 */
export const openPostgresSnapshot = async (url: string, migrations: readonly Migration[]): Promise<Snapshot | null> => {
  const { db: tx, close } = await beginPostgresSnapshot<unknown>(url)
  try {
    const applied = await readAppliedMigrations(tx)
    if (applied === null) {
      await close()
      return null
    }
    const names = applied.map(({ name }) => name)
    rejectNewerSchema(names, migrations)
    const { tables } = await schemaAt(withNames(migrations, names))
    return {
      engine: 'postgres',
      migrations: applied,
      tables,
      strangers: await findStrangers(tx, tables),
      rows: table => readRows(tx, table),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const findStrangers = async (db: Kysely<unknown>, tables: readonly TableShape[]): Promise<string[]> => {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = current_schema() order by tablename
  `.execute(db)
  const known = new Set(['schema_migration', ...tables.map(({ name }) => name)])
  return rows.flatMap(({ tablename }) => (known.has(tablename) ? [] : [tablename]))
}

async function* readRows(db: Kysely<unknown>, { name, columns }: TableShape): AsyncGenerator<SqlValue[][]> {
  const types = await readTypes(db, name)
  const readers = columns.map(column => readerOf(types.get(column)))
  // Reads all types as text: PostgreSQL's own notation is lossless.
  const selected = columns.map((column, index) =>
    types.get(column) === 'bytea' ? `${quoted(column)} as c${index}` : `${quoted(column)}::text as c${index}`,
  )
  await sql`declare backup_rows no scroll cursor for select ${sql.raw(selected.join(', '))} from ${sql.id(name)}`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<Record<string, string | Buffer | null>>`
      fetch ${sql.raw(String(batchSize))} from backup_rows
    `.execute(db)
    if (rows.length === 0) break
    yield rows.map(row => readers.map((read, index) => read(row[`c${index}`] ?? null)))
  }
  await sql`close backup_rows`.execute(db)
}

const readTypes = async (db: Kysely<unknown>, table: string): Promise<Map<string, string>> => {
  const { rows } = await sql<{ column_name: string; data_type: string }>`
    select column_name, data_type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
  `.execute(db)
  return new Map(rows.map(row => [row.column_name, row.data_type]))
}

type Reader = (cell: string | Buffer | null) => SqlValue

const orNull =
  (read: (text: string) => SqlValue): Reader =>
  cell =>
    typeof cell === 'string' ? read(cell) : cell

const asItIs: Reader = cell => cell
const readers: Readonly<Record<string, Reader>> = {
  smallint: orNull(BigInt),
  integer: orNull(BigInt),
  bigint: orNull(BigInt),
  real: orNull(Number),
  'double precision': orNull(Number),
  boolean: orNull(text => (text === 'true' ? 1n : 0n)),
}

const readerOf = (type: string | undefined): Reader => readers[type ?? ''] ?? asItIs
