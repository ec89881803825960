import type { AppliedMigration, Engine } from '../database/index.ts'
import type { TableShape } from './schema-at.ts'
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
