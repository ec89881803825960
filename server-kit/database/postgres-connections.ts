import { type Kysely, sql } from 'kysely'
import { schemaOf } from './database-place.ts'

/** PostgreSQL cuts longer names, in bytes. */
const longestName = 63

/**
 * Returns the `application_name` of our connections: `corroborate`, plus the schema if the URL includes one, to distinguish servers that
 * share a database.
 */
export const applicationName = (url: string): string => {
  const schema = schemaOf(url)
  const name = schema === null ? 'corroborate' : `corroborate ${schema}`
  return Buffer.from(name).subarray(0, longestName).toString()
}

/** The `application_name` of a restore, which is no user of the data it replaces. */
export const restoreName = 'corroborate-restore'

/** The address without an `application_name` of its own: `usersOf` finds our connections by theirs. */
export const withoutApplicationName = (url: string): string => {
  if (!URL.canParse(url) || !/[?&](?:fallback_)?application_name=/.test(url)) return url
  const parsed = new URL(url)
  parsed.searchParams.delete('application_name')
  parsed.searchParams.delete('fallback_application_name')
  return parsed.href
}

/**
 * Counts the connections of servers and commands to a database, from any machine. Connections without a schema in their name count too:
 * version 0.1.0, and URLs whose role sets the schema, have none.
 */
export const usersOf = async <T>(db: Kysely<T>, url: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('corroborate', ${applicationName(url)})
  `.execute(db)
  return rows[0]?.n ?? 0
}
