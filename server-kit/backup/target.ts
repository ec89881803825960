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
  /** Where a damaged SQLite file was moved to make room for a new one; null if there was none. */
  damagedKeptAt: string | null
  /** Takes tables away, with what acts on their rows. */
  dropTables: (tables: readonly TableShape[]) => Promise<void>
  insert: (table: TableShape, rows: readonly SqlValue[][]) => Promise<void>
  /**
   * Puts away whatever would act on rows as they are inserted (triggers, and foreign keys where tables refer to each
   * other) and returns what puts it back and checks the rows.
   */
  suspendRules: (tables: readonly TableShape[]) => Promise<() => Promise<void>>
  /** Lets counters of rows go on after the highest number restored. */
  setCounters: (tables: readonly TableShape[]) => Promise<void>
  /** Closes the connection; without a commit before it, nothing has changed. */
  close: () => Promise<void>
}
