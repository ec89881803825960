import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Schemas of one PostgreSQL database, each known by an address where it is the schema that is searched. */
export type TestSchemas = {
  /** An empty schema: a new one, or one that a finished test gave back, with the migrations applied already. */
  take: () => Promise<string>
  /** Called after the migrations. */
  migrated: (address: string) => Promise<void>
  giveBack: (address: string) => void
}

/**
 * Pool of schemas for tests with the same migrations, across the test files of this process. A schema is reused if truncation restores its
 * state after the migrations, which takes a tenth of the time of creating one. Names start with `prefix`, by which they are dropped at the
 * end of the run (`dropSchemas`).
 */
export const openTestSchemas = (client: pg.Client, url: string, prefix: string): TestSchemas => {
  const all = new Map<string, { name: string; asMigrated?: { structure: string; rows: string; inserted: Inserted } }>()
  const free: string[] = []

  const create = async (): Promise<string> => {
    const name = `${prefix}${randomBytes(8).toString('hex')}`
    await client.query(`create schema ${name}`)
    const address = new URL(url)
    // Tests end servers, never PostgreSQL itself: whether a commit waited for the disk makes no difference to them.
    address.searchParams.set('options', `-c search_path=${name} -c synchronous_commit=off`)
    all.set(address.href, { name })
    return address.href
  }
  const named = (address: string) => {
    const schema = all.get(address)
    if (schema === undefined) throw new Error('No schema of this address was taken.')
    return schema
  }

  return {
    take: async () => {
      // Emptied only now, when all that the last test had open is closed.
      for (let address = free.pop(); address !== undefined; address = free.pop()) {
        const { name, asMigrated } = named(address)
        if (asMigrated === undefined || asMigrated.structure !== (await structureOf(client, name))) continue
        await emptyTables(client, name, asMigrated.inserted)
        if (asMigrated.rows === (await rowsOf(client, name))) return address
      }
      return create()
    },
    migrated: async address => {
      const schema = named(address)
      schema.asMigrated ??= {
        structure: await structureOf(client, schema.name),
        rows: await rowsOf(client, schema.name),
        inserted: await insertedIn(client, schema.name),
      }
    },
    giveBack: address => void free.push(address),
  }
}

/** The rows that migrations insert: for each table that has any, a JSON list. */
type Inserted = readonly { table: string; rows: string }[]

/** The notes of applied migrations are kept. */
const isEmptied = (table: string): boolean => table !== 'schema_migration'

const tablesOf = async (client: pg.Client, schema: string): Promise<string[]> => {
  const { rows } = await client.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = $1 order by tablename',
    [schema],
  )
  return rows.map(({ tablename }) => tablename)
}

/**
 * Deletes all rows but the notes of applied migrations and the rows that these inserted, in one statement, so that no foreign key is in the way. Triggers that refuse
 * deletion are off meanwhile.
 */
const emptyTables = async (client: pg.Client, schema: string, inserted: Inserted): Promise<void> => {
  const tables = (await tablesOf(client, schema)).filter(isEmptied)
  if (tables.length === 0) return
  const { rows } = await client.query<{ name: string }>(
    `select distinct relname as name from pg_trigger join pg_class on tgrelid = pg_class.oid
       where relnamespace = $1::regnamespace and not tgisinternal`,
    [schema],
  )
  const turn = (way: string) =>
    rows.map(({ name }) => `alter table ${schema}.${pg.escapeIdentifier(name)} ${way} trigger user;`).join(' ')
  const deletions = tables.map((table, index) => `d${index} as (delete from ${schema}.${pg.escapeIdentifier(table)})`)
  const insertions = inserted.map(({ table, rows }) => {
    const name = `${schema}.${pg.escapeIdentifier(table)}`
    return `insert into ${name} select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)});`
  })
  await client.query(
    `${turn('disable')} with ${deletions.join(', ')} select; ${insertions.join(' ')} ${turn('enable')}`,
  )
}

const insertedIn = async (client: pg.Client, schema: string): Promise<Inserted> => {
  const found: { table: string; rows: string }[] = []
  for (const table of (await tablesOf(client, schema)).filter(isEmptied)) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select json_agg(one)::text as rows from ${schema}.${pg.escapeIdentifier(table)} as one`,
    )
    if (rows[0]?.rows != null) found.push({ table, rows: rows[0].rows })
  }
  return found
}

/** Columns, indexes, constraints, triggers and functions, as one text. */
const structureOf = async (client: pg.Client, schema: string): Promise<string> => {
  const { rows } = await client.query<{ part: string }>(
    `select concat_ws(' ', relname, relkind, attname, atttypid, attnotnull, pg_get_expr(adbin, adrelid)) as part
       from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relnamespace = $1::regnamespace and attnum > 0
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = $1::regnamespace
     union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on tgrelid = pg_class.oid
       where relnamespace = $1::regnamespace and not tgisinternal
     union all select pg_get_functiondef(oid) from pg_proc where pronamespace = $1::regnamespace
     order by part`,
    [schema],
  )
  return rows.map(({ part }) => part).join('\n')
}

/** Returns the row counts of all tables and the applied migrations as one string. */
const rowsOf = async (client: pg.Client, schema: string): Promise<string> => {
  const counts = (await tablesOf(client, schema)).map(
    table => `select ${pg.escapeLiteral(table)} as name, count(*)::int from ${schema}.${pg.escapeIdentifier(table)}`,
  )
  const { rows } = await client.query(counts.join(' union all '))
  const { rows: applied } = await client.query(`select name from ${schema}.schema_migration order by name`)
  return JSON.stringify([rows, applied])
}
