import { engineOf } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'

/** Rows in one statement: a few milliseconds. */
const batch = 500

/**
 * Adds rows or brings them up to date by their key; gives the number of rows that changed. In the columns of `keep` a row without a
 * value does not take away the one that is there.
 */
export const upsertRows = async <Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  key: readonly (keyof Tables[Name] & string)[],
  rows: readonly Tables[Name][],
  keep: readonly (keyof Tables[Name] & string)[] = [],
): Promise<number> => {
  // PostgreSQL refuses to touch a row twice in one statement: of two with one key the later counts.
  const distinct = [...new Map(rows.map(row => [key.map(column => row[column]).join('\n'), row])).values()]
  let changed = 0
  for (let start = 0; start < distinct.length; start += batch) {
    const result = await upsertStatement(db, table, key, distinct.slice(start, start + batch), keep).execute(db)
    changed += Number(result.numAffectedRows ?? 0n)
  }
  return changed
}

/**
 * One statement for any number of rows, sent as one JSON text: the same text each time, so that it is prepared once, and
 * several times faster than a list of thousands of parameters. Only rows that differ are written.
 */
const upsertStatement = <Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  key: readonly string[],
  rows: readonly Tables[Name][],
  keep: readonly string[],
) => {
  const columns = Object.keys(rows[0] ?? {})
  const others = columns.filter(column => !key.includes(column))
  const names = sql.join(columns.map(column => sql.ref(column)))
  const json = JSON.stringify(rows)
  const source =
    engineOf(db) === 'sqlite'
      ? sql`select ${sql.join(columns.map(column => sql`value ->> ${sql.lit(column)}`))} from json_each(${json}) where true`
      : sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
  const now = (column: string) => sql.ref(`${table}.${column}`)
  const given = (column: string) => {
    const value = sql.ref(`excluded.${column}`)
    return keep.includes(column) ? sql`coalesce(${value}, ${now(column)})` : value
  }
  const differs = sql.join(
    others.map(column => sql`${now(column)} is distinct from ${given(column)}`),
    sql` or `,
  )
  const assignments = sql.join(others.map(column => sql`${sql.ref(column)} = ${given(column)}`))
  return sql`
    insert into ${sql.table(table)} (${names}) ${source}
    on conflict (${sql.join(key.map(column => sql.ref(column)))}) do update set ${assignments} where ${differs}
  `
}
