import { open, rm } from 'node:fs/promises'
import process from 'node:process'
import { type Kysely, type QueryExecutorProvider, SqliteAdapter, sql, type Transaction } from 'kysely'
import { ConfigurationError } from '../operator-error/index.ts'
import { createSingleFlight } from '../single-flight/index.ts'
import { isSqliteBusy } from './sql-errors.ts'

export type Engine = 'sqlite' | 'postgres'

/** Returns the engine of a database handle or a transaction. */
export const engineOf = (db: QueryExecutorProvider): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'

/** Room that a disk must have, in bytes: more than the transactions that share one commit usually take. */
const neededRoom = 512 * 1024

/**
 * Rewrites an existing value to detect a standby, or a broken or read-only disk. For SQLite it also allocates and syncs a file next to it,
 * because the value alone fits into the existing WAL while larger writes fail on a full disk. Also resolves while another process writes to
 * the SQLite file.
 * @throws the database or disk error if nothing can be written
 */
export const checkWrites = async <T>(db: Kysely<T>): Promise<void> => {
  try {
    await sql`
      update schema_migration set applied_at = applied_at where name = (select min(name) from schema_migration)
    `.execute(db)
  } catch (error) {
    if (!isSqliteBusy(error)) throw error
  }
  if (engineOf(db) !== 'sqlite') return
  const file = await fileOf(db)
  await roomChecks.run(file, () => checkRoomBeside(file))
}

const fileOf = async <T>(db: Kysely<T>): Promise<string> => {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}

/** Readiness is public: concurrent requests share a single disk probe. */
const roomChecks = createSingleFlight<string, void>()

const checkRoomBeside = async (file: string): Promise<void> => {
  const probe = `${file}-probe-${process.pid}`
  try {
    const handle = await open(probe, 'w', 0o600)
    try {
      await handle.writeFile(Buffer.alloc(neededRoom, 1))
      await handle.datasync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(probe, { force: true })
  }
}

/**
 * The texts of a JSON array as a subquery: a list of any length is one parameter, so that a prepared statement takes it.
 *
 *     prepareQuery(db, (ids: string) => db.selectFrom('papers').select('title').where('id', 'in', listed(db, ids)))
 */
// biome-ignore lint/suspicious/noExplicitAny: of the tables nothing is used.
export const listed = (db: Kysely<any>, json: string) =>
  engineOf(db) === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select json_array_elements_text(${json}::json))`

/** Database handle of migrations. Table and column names are unchecked, because they belong to the schema of that time. */
export type MigrationDatabase = Kysely<Record<string, Record<string, unknown>>>

/**
 * A schema migration. Names are sorted as text and never change: a date or a number followed by the subject, such as `2026-11-21-votes`. A
 * released migration is never edited; add another one instead.
 */
export type Migration = { name: string; up: (db: MigrationDatabase) => Promise<void> }

type MigrationRow = { name: string; applied_at: number }
type WithMigrations = { schema_migration: MigrationRow }

/** A step that has been applied to a database, and when, in epoch milliseconds. */
export type AppliedMigration = { name: string; appliedAt: number }

/**
 * Migrates the schema in one transaction under a lock: nodes that start together wait for each other, and a failing migration leaves no
 * changes.
 * @throws OperatorError if the database was created by a newer version.
 */
export const migrate = async <T>(db: Kysely<T>, migrations: readonly Migration[], now: () => number): Promise<void> => {
  await db.transaction().execute(async tx => {
    await lockSchema(tx)
    await applyMigrations(tx, migrations, now)
  })
}

/**
 * Applies the steps that are missing, inside the caller's transaction, which holds `lockSchema`.
 * @throws OperatorError when the database was made by a newer version.
 */
export const applyMigrations = async <T>(
  transaction: Transaction<T>,
  migrations: readonly Migration[],
  now: () => number,
): Promise<void> => {
  const tx = transaction as unknown as Transaction<WithMigrations>
  const ordered = inOrder(migrations)
  await sql`
    create table if not exists schema_migration (name text primary key not null, applied_at bigint not null)
  `.execute(tx)
  const rows = await tx.selectFrom('schema_migration').select('name').orderBy('name').execute()
  const applied = new Set(rows.map(row => row.name))
  rejectNewerSchema(applied, ordered)
  for (const { name, up } of ordered) {
    if (applied.has(name)) continue
    await up(tx as unknown as MigrationDatabase)
    await tx.insertInto('schema_migration').values({ name, applied_at: now() }).execute()
  }
}

/** The steps applied to a database, by name; null when none was ever started on it. */
export const readAppliedMigrations = async <T>(db: Kysely<T>): Promise<AppliedMigration[] | null> => {
  const table =
    engineOf(db) === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name = 'schema_migration'`
      : sql`select tablename from pg_tables where schemaname = current_schema() and tablename = 'schema_migration'`
  if ((await table.execute(db)).rows.length === 0) return null
  const { rows } = await sql<MigrationRow>`select name, applied_at from schema_migration order by name`.execute(db)
  return rows.map(row => ({ name: row.name, appliedAt: row.applied_at }))
}

const inOrder = (migrations: readonly Migration[]): Migration[] => {
  const ordered = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const twice = ordered.find((migration, index) => migration.name === ordered[index + 1]?.name)
  if (twice !== undefined) throw new TypeError(`Two migrations are named ${twice.name}.`)
  return ordered
}

/** @throws ConfigurationError if the database was created by a newer version with migrations missing here, or belongs to another server. */
export const rejectNewerSchema = (applied: Iterable<string>, migrations: readonly Migration[]): void => {
  const there = new Set(applied)
  const unknown = [...there].filter(name => !migrations.some(migration => migration.name === name))
  if (unknown.length === 0) return
  if (isOfAnotherServer(there, migrations)) {
    throw new ConfigurationError(
      'This database holds the tables of the other server: the site (DATABASE_URL) and the identity provider ' +
        '(IDENTITY_DATABASE_URL) each need a PostgreSQL database of their own, or a schema of their own. Correct the address.',
    )
  }
  throw new ConfigurationError(
    `The database was last used by a newer version, whose changes this one does not know (${unknown.join(', ')}): ` +
      'start that version or a later one, or restore a backup from before it.',
  )
}

/** A newer version of a server has every step of this one, because steps are never removed; another server has few of them. */
export const isOfAnotherServer = (applied: Iterable<string>, migrations: readonly Migration[]): boolean => {
  const there = new Set(applied)
  const ours = migrations.filter(({ name }) => there.has(name)).length
  return ours < migrations.length / 2 && ours < there.size
}

/** Locks the schema against other nodes until the transaction ends. On SQLite, beginning the transaction is the lock. */
export const lockSchema = async <T>(tx: Transaction<T>): Promise<void> => {
  if (engineOf(tx) === 'sqlite') return
  await sql`set local lock_timeout = '120s'`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('schema_migration of ' || current_schema()))`.execute(tx)
}
