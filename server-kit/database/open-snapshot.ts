import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { connectPostgres } from './connect-postgres.ts'
import { kyselyOver } from './kysely-over.ts'

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
