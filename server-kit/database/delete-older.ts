import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from './delete-in-steps.ts'

/** Selects the expired rows of a table. */
export type Older<Columns> = {
  /** The columns of its primary key. */
  key: readonly (keyof Columns & string)[]
  /** The column with the time, in epoch ms. */
  age: keyof Columns & string
  /** Deletes rows with an earlier time. */
  before: number
}

/** Deletes a table's rows older than a given time in small transactions, so that servers stay responsive. */
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
