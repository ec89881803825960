import { CompiledQuery, type ControlledTransaction, sql } from 'kysely'
import { connectPostgres, lockSchema, restoreName, usersOf } from '../database/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { type ProductDatabase, type Schema, type TableShape, titleOf } from './schema-at.ts'
import type { SqlValue } from './value.ts'

/** A name as SQL writes it, on both engines. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

type Untyped = Record<string, Record<string, unknown>>

/** A database held for a restore: one transaction from the first look at it to the commit. */
export type Target = {
  transaction: ControlledTransaction<Untyped>
  /**
   * The schema of a database that a newer version made: everything in the file. Null on PostgreSQL, where others may
   * have tables beside ours.
   */
  schemaOfNewer: () => Schema | null
  /** New path of a damaged SQLite file; null if there was none. */
  damagedKeptAt: string | null
  /** Drops tables with their triggers. */
  dropTables: (tables: readonly TableShape[]) => Promise<void>
  insert: (table: TableShape, rows: readonly SqlValue[][]) => Promise<void>
  /**
   * Suspends triggers, and foreign keys in reference cycles, that would affect inserts. Returns a function that restores them and checks
   * the rows.
   */
  suspendRules: (tables: readonly TableShape[]) => Promise<() => Promise<void>>
  /** Advances sequences past the highest restored number. */
  setCounters: (tables: readonly TableShape[]) => Promise<void>
  /** Closes the connection; without a commit before it, nothing has changed. */
  close: () => Promise<void>
}

/** PostgreSQL takes 65,535 values in one statement; half of that keeps statements small. */
const mostValues = 30_000

/** Holds a PostgreSQL database (one schema of it) for a restore. Nodes that start meanwhile wait. */
export const openPostgresTarget = async (database: ProductDatabase, url: string): Promise<Target> => {
  const db = await connectPostgres<Record<string, Record<string, unknown>>>(url, { name: restoreName })
  const tx = await db.startTransaction().execute()
  const close = async () => {
    if (!tx.isCommitted && !tx.isRolledBack) {
      await tx
        .rollback()
        .execute()
        .catch(() => {})
    }
    await db.destroy()
  }
  try {
    await lockSchema(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = '10s'`.execute(tx)
    await refuseInUse(database, tx, url)
  } catch (error) {
    await close()
    throw error
  }
  return {
    transaction: tx,
    schemaOfNewer: () => null,
    damagedKeptAt: null,
    dropTables: tables => dropTables(tx, tables),
    async insert(table, rows) {
      const most = Math.max(1, Math.floor(mostValues / table.columns.length))
      for (let from = 0; from < rows.length; from += most) await insertRows(tx, table, rows.slice(from, from + most))
    },
    suspendRules: tables => suspendRules(tx, tables),
    setCounters: tables => setCounters(tx, tables),
    close,
  }
}

/** Writes that a server acknowledges between now and the commit would be lost. @throws OperatorError while one is connected */
const refuseInUse = async (database: ProductDatabase, tx: Tx, url: string): Promise<void> => {
  const users = await usersOf(tx, url)
  if (users === 0) return
  throw new OperatorError(
    `The database ${titleOf(database)} is in use (${users} open connection${users === 1 ? '' : 's'} named "corroborate" in ` +
      'pg_stat_activity), so nothing was restored: stop every server and command on every machine, then restore again.',
  )
}

type Tx = ControlledTransaction<Record<string, Record<string, unknown>>>

/** All in one statement, because they may refer to each other; then the functions of their triggers, which stay behind. */
const dropTables = async (tx: Tx, tables: readonly TableShape[]): Promise<void> => {
  if (tables.length === 0) return
  const names = tables.map(({ name }) => name)
  const { rows } = await sql<{ signature: string }>`
    select distinct trigger.tgfoid::regprocedure::text as signature
    from pg_trigger trigger
      join pg_class class on class.oid = trigger.tgrelid
      join pg_proc proc on proc.oid = trigger.tgfoid
    where not trigger.tgisinternal and class.relname in (${sql.join(names)})
      and class.relnamespace = current_schema()::regnamespace and proc.pronamespace = class.relnamespace
  `.execute(tx)
  await sql`drop table ${sql.join(names.map(name => sql.table(name)))}`.execute(tx)
  for (const { signature } of rows) await sql`drop function ${sql.raw(signature)}`.execute(tx)
}

const insertRows = async (tx: Tx, { name, columns }: TableShape, rows: readonly SqlValue[][]): Promise<void> => {
  let values = 0
  const places = rows.map(row => `(${row.map(() => `$${++values}`).join(', ')})`)
  await tx.executeQuery(
    CompiledQuery.raw(
      `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) overriding system value values ${places.join(', ')}`,
      rows.flat(),
    ),
  )
}

const suspendRules = async (tx: Tx, tables: readonly TableShape[]): Promise<() => Promise<void>> => {
  const { rows } = await sql<{ table_name: string; name: string; definition: string }>`
    select class.relname as table_name, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class class on class.oid = c.conrelid
    where c.contype = 'f' and class.relnamespace = current_schema()::regnamespace
  `.execute(tx)
  const ours = new Set(tables.map(({ name }) => name))
  const keys = rows.filter(({ table_name }) => ours.has(table_name))
  for (const key of keys) {
    await sql`alter table ${sql.id(key.table_name)} drop constraint ${sql.id(key.name)}`.execute(tx)
  }
  for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx)
  return async () => {
    for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx)
    for (const key of keys) {
      await sql`
        alter table ${sql.id(key.table_name)} add constraint ${sql.id(key.name)} ${sql.raw(key.definition)}
      `.execute(tx)
    }
  }
}

const setCounters = async (tx: Tx, tables: readonly TableShape[]): Promise<void> => {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await sql<{ sequence: string | null }>`
        select pg_get_serial_sequence(${quoted(name)}, ${column}) as sequence
      `.execute(tx)
      const sequence = rows[0]?.sequence
      if (sequence == null) continue
      await sql`
        select setval(${sequence}::regclass, coalesce(max(${sql.id(column)}), 0) + 1, false) from ${sql.id(name)}
      `.execute(tx)
    }
  }
}
