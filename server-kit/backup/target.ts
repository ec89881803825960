import type { ControlledTransaction } from 'kysely'
import type { Schema, TableShape } from './schema-at.ts'
import type { SqlValue } from './value.ts'

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
