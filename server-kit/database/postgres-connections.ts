import { type Kysely, sql } from 'kysely'
import { schemaOf } from './database-place.ts'

/** PostgreSQL cuts longer names, in bytes. */
const longestName = 63

/**
 * The `application_name` of our connections: `corroborate`, with the schema if the address names one, so that servers whose
 * schemas share a database can be told apart.
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
 * The number of connections that servers and commands have open to the database behind a handle, from any machine. Connections
 * without a schema in their name count too: version 0.1.0 and addresses whose role sets the schema have none.
 */
export const usersOf = async <T>(db: Kysely<T>, url: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('corroborate', ${applicationName(url)})
  `.execute(db)
  return rows[0]?.n ?? 0
}
