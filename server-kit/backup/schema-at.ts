import { DatabaseSync } from 'node:sqlite'
import { applyMigrations, describePlace, kyselyOver, type Migration } from '../database/index.ts'

/** A database of the product: the options of `openDatabase`, and its name in backups. */
export type ProductDatabase = {
  /** Never changes: backups find their database by it. */
  name: string
  /** A PostgreSQL address; without one, `file` is used. */
  url?: string | undefined
  /** Path of the SQLite file. */
  file: string
  /** Data folder of its server, in which a backup is recorded. */
  dataDir?: string
  /** True if the settings do not name its folder: a restore does not create a database there. */
  isDefaultPlace?: boolean
  migrations: readonly Migration[]
  /** Source of the secret that seals some values, if any. It is stored beside a backup, never inside. */
  sealedUnder?: {
    /** A file of secrets; there may be none. */
    file: string
    /** The setting that holds one, when it is set. */
    setting: string | null
  }
}

/** Returns the file for the secrets that belong to a backup, from the file in `sealedUnder`. */
export const secretsBeside = (backup: string): string => `${backup}.secret`

/** Describes the database with its location but without a password. */
export const titleOf = (database: ProductDatabase): string => `"${database.name}" (${describePlace(database)})`

/** A table and the columns that hold its data, in order; generated columns are left out. */
export type TableShape = { name: string; columns: string[] }

export type Schema = { tables: TableShape[]; views: string[] }

/**
 * Computes the schema that results from these migrations with an in-memory database. It distinguishes the product's tables from others in
 * the same PostgreSQL schema, and intact backups from altered ones.
 */
export const schemaAt = async (migrations: readonly Migration[]): Promise<Schema> => {
  const connection = new DatabaseSync(':memory:')
  const db = kyselyOver(connection)
  try {
    // The notes of when they were applied are thrown away with the database.
    await db.transaction().execute(tx => applyMigrations(tx, migrations, () => 0))
    return readSchema(connection)
  } finally {
    if (connection.isOpen) connection.close()
  }
}

/** The migrations of a list that have these names. */
export const withNames = (migrations: readonly Migration[], names: Iterable<string>): Migration[] => {
  const wanted = new Set(names)
  return migrations.filter(({ name }) => wanted.has(name))
}

/** The tables and views of a SQLite database, without SQLite's own and the list of migrations. */
export const readSchema = (connection: DatabaseSync): Schema => {
  const names = (type: 'table' | 'view') =>
    connection
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = ? and name not like 'sqlite\\_%' escape '\\'
         and name <> 'schema_migration' order by name`,
      )
      .all(type)
      .map(row => String(row.name))
  const columns = connection.prepare('select name from pragma_table_xinfo(?) where hidden = 0 order by cid')
  return {
    tables: names('table').map(name => ({ name, columns: columns.all(name).map(row => String(row.name)) })),
    views: names('view'),
  }
}
