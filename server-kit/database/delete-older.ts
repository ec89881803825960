import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from './delete-in-steps.ts'

/** Which rows of a table are over. */
export type Older<Columns> = {
  /** The columns of its primary key. */
  key: readonly (keyof Columns & string)[]
  /** The column with the time, in epoch ms. */
  age: keyof Columns & string
  /** Rows whose time is before this go. */
  before: number
}

/** Deletes the rows of a table whose time is before a moment, a few in each transaction, so that a server keeps serving. */
export const deleteOlder = <T, Table extends keyof T & string>(
  db: Kysely<T>,
  table: Table,
  { key, age, before }: Older<T[Table]>,
  signal?: AbortSignal,
): Promise<void> => {
  const columns = sql.join(key.map(column => sql.ref(column)))
  return deleteInSteps(
    db,
    async (tx, most) => {
      const { numAffectedRows = 0n } =
        await sql`delete from ${sql.table(table)} where (${columns}) in (select ${columns}
        from ${sql.table(table)} where ${sql.ref(age)} < ${before} limit ${sql.lit(most)})`.execute(tx)
      return { numDeletedRows: numAffectedRows }
    },
    signal,
  )
}
