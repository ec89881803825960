import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { notePapersChange } from '../../kit/shared-caches/note-change.ts'

/** Rows in one statement: a few milliseconds. */
const batch = 500

/**
 * Adds rows or brings them up to date by their key, which begins with the DOI of the paper they are about; gives the number of rows that
 * changed. In the columns of `keep` a row without a
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
    const some = distinct.slice(start, start + batch)
    changed += await inTransaction(db, async tx => {
      const { rows: written } = await upsertStatement(tx, table, key, some, keep).execute(tx)
      const dois = written.map(({ paper }) => paper)
      if (dois.length > 0) await notePapersChange(tx, [...new Set(dois)])
      return dois.length
    })
  }
  return changed
}

const inTransaction = <Tables, Result>(
  db: Kysely<Tables>,
  work: (tx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : runTransaction(db, work))

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
  return sql<{ paper: string }>`
    insert into ${sql.table(table)} (${names}) ${source}
    on conflict (${sql.join(key.map(column => sql.ref(column)))}) do update set ${assignments} where ${differs}
    returning ${sql.ref(key[0] ?? '')} as paper
  `
}
