import { type Kysely, sql, type Transaction } from 'kysely'

/** Counts the rows that PostgreSQL scans for a read. */
export const rowsLookedAt = <T>(db: Kysely<T>, read: (tx: Transaction<T>) => Promise<unknown>): Promise<number> =>
  db.transaction().execute(async tx => {
    const soFar = async (): Promise<number> => {
      const counted = await sql<{ rows: string }>`
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as rows
        from pg_stat_xact_user_tables where schemaname = current_schema()`.execute(tx)
      return Number(counted.rows[0]?.rows)
    }
    const before = await soFar()
    await read(tx)
    return (await soFar()) - before
  })
