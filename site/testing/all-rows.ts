import { engineOf } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import type { AppTables } from './app-under-test.ts'

/** The names of the tables of this database; kysely's own list fails while another test drops its schema. */
const tablesOf = async (db: Kysely<AppTables>): Promise<string[]> => {
  const names =
    engineOf(db) === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  return (await names.execute(db)).rows.map(({ name }) => name).sort()
}

/** All that a database holds: the rows of each table as JSON, by its name. */
export const allRows = async (db: Kysely<AppTables>): Promise<Record<string, string[]>> => {
  const tables = await Promise.all(
    (await tablesOf(db)).map(async name => {
      const rows = await db
        .selectFrom(name as keyof AppTables)
        .selectAll()
        .execute()
      return [name, rows.map(row => JSON.stringify(row)).sort()] as const
    }),
  )
  return Object.fromEntries(tables)
}
