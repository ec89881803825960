import { insertNumbered } from '@corroborate/server-kit/testing'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'

const firstNames = `case n % 5 when 0 then 'Ada' when 1 then 'Grace' when 2 then 'Alan' when 3 then 'Edsger' else 'Barbara' end`
const lastNames = `case n % 7 when 0 then 'Lovelace' when 1 then 'Hopper' when 2 then 'Turing' when 3 then 'Dijkstra' else 'Liskov' end`

/** Fills a project with so many users, each with an address, a number and a name; a thousand of them were made in each moment. */
export const addManyUsers = async (db: Database, projectId: string, count: number): Promise<void> => {
  const project = `'${projectId}'`
  await insertNumbered(
    db,
    count,
    `users (project_id, user_id, status, first_name, middle_name, last_name, roles, trusted_metadata, untrusted_metadata, external_id, signed_in_at, created_at, updated_at)`,
    `${project}, 'user-test-many-' || n, 'active', ${firstNames}, '', ${lastNames}, '[]', '{}', '{}', 'external-' || n, 1, 1000 + n / 1000, 1`,
  )
  await insertNumbered(
    db,
    count,
    'user_emails (project_id, email_id, user_id, email, verified, created_at)',
    `${project}, 'email-test-many-' || n, 'user-test-many-' || n, 'person' || n || '@example.org', 1, 1`,
  )
  await insertNumbered(
    db,
    count,
    'user_phone_numbers (project_id, phone_id, user_id, phone_number, verified, created_at)',
    `${project}, 'phone-number-test-many-' || n, 'user-test-many-' || n, '+44' || (7000000000 + n), 1, 1`,
  )
  await sql`analyze`.execute(db)
}
