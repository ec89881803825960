import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** The secret of the n-th copy, in the form of our session tokens. */
export const tokenOf = (n: number): string => String(n).padStart(43, '0')

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** In the SQL of both engines: `token_of(i)`, and `hash_of(token)` as the provider stores it. */
const postgresFunctions = `
  create or replace function token_of(n integer) returns text language sql as $$ select lpad(n::text, 43, '0') $$;
  create or replace function hash_of(token text) returns text language sql as
    $$ select translate(rtrim(encode(sha256(token::bytea), 'base64'), '='), '+/', '-_') $$;`

/** Rows in one transaction: the server, which is running, waits no longer than for these. */
const batch = 50_000

export type Copy = {
  table: string
  /** The SQL condition of the row that is copied. */
  where: string
  /** The columns that differ, in SQL; `i` is the number of the copy. */
  set: Record<string, string>
}

/**
 * Copies rows inside a server's database by SQL: a million users with sessions are there in seconds, each as the server itself
 * has written the first. Opened where the server keeps them.
 */
export type RowCopies = {
  /** Numbers `from` to before `to`. */
  copy: (what: Copy, from: number, to: number) => Promise<void>
  close: () => Promise<void>
}

export const openRowCopies = async (place: { file: string } | { url: string }): Promise<RowCopies> => {
  const { run, analyze, columnsOf, close } = 'url' in place ? await openPostgres(place.url) : openSqlite(place.file)
  return {
    close,
    copy: async ({ table, where, set }, from, to) => {
      const columns = await columnsOf(table)
      const names = columns.map(column => `"${column}"`).join()
      const values = columns.map(column => set[column] ?? `one."${column}"`).join()
      for (let start = from; start < to; start += batch) {
        const numbers = `numbers (i) as (values (${start}) union all select i + 1 from numbers where i + 1 < ${Math.min(start + batch, to)})`
        await run(
          `with recursive ${numbers} insert into "${table}" (${names})
           select ${values} from (select * from "${table}" where ${where} limit 1) one, numbers`,
        )
      }
      await analyze(table)
    },
  }
}

type Opened = {
  run: (sql: string) => Promise<unknown>
  /** Updates the table statistics, which the database would otherwise do by itself after a while. */
  analyze: (table: string) => Promise<unknown>
  columnsOf: (table: string) => Promise<string[]>
  close: () => Promise<void>
}

const openSqlite = (file: string): Opened => {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  db.function('token_of', { deterministic: true }, n => tokenOf(Number(n)))
  db.function('hash_of', { deterministic: true }, token => hashOf(String(token)))
  return {
    run: async sql => db.exec(sql),
    analyze: async () => {},
    columnsOf: async table =>
      db
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name)),
    close: async () => db.close(),
  }
}

const openPostgres = async (url: string): Promise<Opened> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(postgresFunctions)
  return {
    run: sql => client.query(sql),
    analyze: table => client.query(`analyze "${table}"`),
    columnsOf: async table => {
      const { rows } = await client.query(
        'select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1',
        [table],
      )
      return rows.map(({ column_name }: { column_name: string }) => column_name)
    },
    close: () => client.end(),
  }
}
