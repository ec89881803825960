import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { OperatorError } from '../operator-error/index.ts'
import { readAppliedMigrations } from './migrate.ts'
import { connectPostgres, type DatabasePlace, describePlace, rejectMovedData } from './moved-data.ts'
import { damageError, findDamage } from './open-database.ts'
import { isSqliteDamage } from './sql-errors.ts'

/** Kysely over one exclusive connection. The servers' driver opens two, which would block each other on an exclusively locked file. */
export const kyselyOver = <T>(connection: DatabaseSync): Kysely<T> =>
  new Kysely<T>({
    dialect: new SqliteDialect({
      database: {
        close: () => connection.close(),
        prepare: text => {
          const statement = connection.prepare(text)
          const given = (values: readonly unknown[]) => values as readonly SQLInputValue[]
          return {
            reader: statement.columns().length > 0,
            all: values => statement.all(...given(values)),
            run: values => statement.run(...given(values)),
            iterate: values => statement.iterate(...given(values)),
          }
        },
      },
    }),
  })

/** A database as it was at one moment, however much is written to it meanwhile. It can only be read. */
export type DatabaseSnapshot<T> = { db: Kysely<T>; close: () => Promise<void> }

/** Opens a read transaction on a SQLite file. In WAL mode it blocks no writers; the log grows until the snapshot is closed. */
export const beginSqliteSnapshot = (file: string): DatabaseSync => {
  const connection = new DatabaseSync(file, { timeout: 10_000 })
  try {
    connection.exec('pragma query_only = on; pragma trusted_schema = off; begin')
    // The moment is that of the first read, not of `begin`.
    connection.prepare('select count(*) from sqlite_schema').get()
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Begins reading a PostgreSQL database in one transaction that sees one moment, however long it takes. */
export const beginPostgresSnapshot = async <T>(url: string): Promise<DatabaseSnapshot<T>> => {
  const db = await connectPostgres<T>(url)
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  const close = async () => {
    await tx
      .rollback()
      .execute()
      .catch(() => {})
    await db.destroy()
  }
  try {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    // The moment is that of the first query, not of `begin`.
    await sql`select 1`.execute(tx)
    return { db: tx, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens a snapshot of an existing database, with the options of `openDatabase`. */
export const openSnapshot = async <T>({
  url,
  file,
}: {
  url?: string | undefined
  file: string
}): Promise<DatabaseSnapshot<T>> => {
  if (url !== undefined) return beginPostgresSnapshot<T>(url)
  const db = kyselyOver<T>(beginSqliteSnapshot(file))
  return { db, close: () => db.destroy() }
}

/** A database that a command acts on, with the name it has in messages. */
export type NamedPlace = DatabasePlace & { name: string }

/** Describes the data that a command acts on, for the operator. */
export const describeData = (places: readonly NamedPlace[]): string =>
  `Data: ${places.map(place => `${place.name} in ${describePlace(place)}`).join('; ')}.\n`

/**
 * Requires that the data of a command exists, and creates nothing.
 * @throws OperatorError if a database was never created by a server, or its data moved elsewhere.
 */
export const requireData = async (places: readonly NamedPlace[]): Promise<void> => {
  for (const place of places) {
    rejectMovedData(place)
    if (!(await hasData(place))) throw noData(place)
  }
}

/** True if a server has made its tables there. */
const hasData = async ({ url, file }: DatabasePlace): Promise<boolean> => {
  if (url !== undefined) {
    const db = await connectPostgres<unknown>(url)
    try {
      return (await readAppliedMigrations(db)) !== null
    } finally {
      await db.destroy()
    }
  }
  if (!existsSync(file)) return false
  try {
    const db = kyselyOver<unknown>(beginSqliteSnapshot(file))
    try {
      return (await readAppliedMigrations(db)) !== null
    } finally {
      await db.destroy()
    }
  } catch (error) {
    const finding = isSqliteDamage(error) ? findDamage(file) : null
    throw finding === null ? error : damageError(file, finding)
  }
}

/** The error of a command that finds no data. */
export const noData = (place: NamedPlace): OperatorError => {
  const variables = place.name === 'identity' ? 'IDENTITY_DATABASE_URL' : 'DATABASE_URL'
  return new OperatorError(
    `There is no data of "${place.name}" in ${describePlace(place)}, and this command creates none: check DATA_DIR and ` +
      `${variables}, use the installation's "corroborate" command, which knows them, or start the server once.`,
  )
}
