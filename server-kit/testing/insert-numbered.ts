import { type Kysely, sql } from 'kysely'
import { engineOf, runTransaction } from '../database/index.ts'

/**
 * Inserts many rows with one statement.
 * @param into table and column names
 * @param select expression that builds a row from the number `n`, from 1 to `count`
 */
export const insertNumbered = <T>(db: Kysely<T>, count: number, into: string, select: string): Promise<void> =>
  runTransaction(db, async tx => {
    if (engineOf(tx) === 'sqlite') {
      const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`
      await sql`insert into ${sql.raw(into)} ${numbers} select ${sql.raw(select)} from numbers`.execute(tx)
      return
    }
    // It may take longer than a server lets a statement take.
    await sql`set local statement_timeout = 0`.execute(tx)
    const numbers = sql`with numbers(n) as (select * from generate_series(1, ${sql.lit(count)}))`
    await sql`${numbers} insert into ${sql.raw(into)} select ${sql.raw(select)} from numbers`.execute(tx)
  })
