import pg from 'pg'
import { findPostgres } from './find-postgres.ts'

/** Drops all schemas with this prefix, if there is a PostgreSQL test server. */
export const dropSchemas = async (prefix: string): Promise<void> => {
  const { url } = await findPostgres()
  if (url === null) return
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ nspname: string }>(
    'select nspname from pg_namespace where starts_with(nspname, $1)',
    [prefix],
  )
  // One at a time: a transaction holds a lock on every table that it drops, and may hold some thousands only.
  for (const { nspname } of rows) await client.query(`drop schema ${nspname} cascade`)
  await client.end()
}
