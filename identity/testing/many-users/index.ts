import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

const firstNames = `case n % 5 when 0 then 'Ada' when 1 then 'Grace' when 2 then 'Alan' when 3 then 'Edsger' else 'Barbara' end`
const lastNames = `case n % 7 when 0 then 'Lovelace' when 1 then 'Hopper' when 2 then 'Turing' when 3 then 'Dijkstra' else 'Liskov' end`

/** Fills a project with so many users, each with an address, a number and a name; a thousand of them were made in each moment. */
export const addManyUsers = (db: Database, projectId: string, count: number): Promise<void> =>
  runTransaction(db, async tx => {
    // A statement that makes a hundred thousand rows may take longer than a server lets any statement take.
    if (engineOf(tx) === 'postgres') await sql`set local statement_timeout = 0`.execute(tx)
    const isSqlite = engineOf(tx) === 'sqlite'
    const numbers = isSqlite
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`
      : sql`with numbers(n) as (select * from generate_series(1, ${sql.lit(count)}))`
    const insert = (into: string, select: string) =>
      isSqlite
        ? sql`insert into ${sql.raw(into)} ${numbers} ${sql.raw(select)} from numbers`.execute(tx)
        : sql`${numbers} insert into ${sql.raw(into)} ${sql.raw(select)} from numbers`.execute(tx)
    const project = `'${projectId}'`
    await insert(
      `users (project_id, user_id, status, first_name, middle_name, last_name, roles, trusted_metadata, untrusted_metadata, external_id, signed_in_at, created_at, updated_at)`,
      `select ${project}, 'user-test-many-' || n, 'active', ${firstNames}, '', ${lastNames}, '[]', '{}', '{}', 'external-' || n, 1, 1000 + n / 1000, 1`,
    )
    await insert(
      'user_emails (project_id, email_id, user_id, email, verified, created_at)',
      `select ${project}, 'email-test-many-' || n, 'user-test-many-' || n, 'person' || n || '@example.org', 1, 1`,
    )
    await insert(
      'user_phone_numbers (project_id, phone_id, user_id, phone_number, verified, created_at)',
      `select ${project}, 'phone-number-test-many-' || n, 'user-test-many-' || n, '+44' || (7000000000 + n), 1, 1`,
    )
    await sql`analyze`.execute(tx)
  })
