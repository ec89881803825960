import { type Kysely, sql } from 'kysely'
import { engineOf } from '../database/index.ts'

export type Column = { name: string; isNumber: boolean; isNullable: boolean }
export type Table = { name: string; columns: Column[] }

/** The tables of a test's database with their columns, in order. */
export const tablesOf = async <T>(db: Kysely<T>): Promise<Table[]> => {
  type Row = { name: string; column: string; type: string; nullable: number }
  // Other tests have schemas of their own in the same database.
  const query =
    engineOf(db) === 'postgres'
      ? sql<Row>`select table_name as name, column_name as "column", data_type as type,
          case is_nullable when 'YES' then 1 else 0 end as nullable
          from information_schema.columns where table_schema = current_schema()`
      : sql<Row>`select m.name as name, c.name as "column", c.type as type, 1 - c."notnull" as nullable
          from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite%'`
  const tables = Map.groupBy((await query.execute(db)).rows, ({ name }) => name)
  return [...tables]
    .map(([name, rows]) => ({
      name,
      columns: rows.map(({ column, type, nullable }) => ({
        name: column,
        isNumber: /int/i.test(type),
        isNullable: nullable === 1,
      })),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
