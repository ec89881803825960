import { type Kysely, sql } from 'kysely'
import { engineOf } from '../database/index.ts'

/** The tables of a test's database with the names of their columns, in order. */
export const tablesOf = async <T>(db: Kysely<T>): Promise<{ name: string; columns: string[] }[]> => {
  // Other tests have schemas of their own in the same database.
  const query =
    engineOf(db) === 'postgres'
      ? sql<{ name: string; column: string }>`select table_name as name, column_name as "column"
          from information_schema.columns where table_schema = current_schema()`
      : sql<{ name: string; column: string }>`select m.name as name, c.name as "column"
          from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite%'`
  const tables = Map.groupBy((await query.execute(db)).rows, ({ name }) => name)
  return [...tables]
    .map(([name, rows]) => ({ name, columns: rows.map(({ column }) => column) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
