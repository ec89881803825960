import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type pg from 'pg'
import { ConfigurationError, OperatorError } from '../operator-error/index.ts'
import { ownedAsFolder } from '../private-file/index.ts'
import { type CommittedInserts, makeCommittedInserts } from './committed-inserts.ts'
import { PostgresDriver } from './postgres-driver.ts'

/** Location of a database: a PostgreSQL URL, or else a SQLite file. */
export type DatabasePlace = { url?: string | undefined; file: string }

/** Host, port and database of a PostgreSQL address, with the schema if it names one. Never includes a password. */
export const addressOf = (url: string): string => {
  if (!URL.canParse(url)) return 'of the settings'
  const { host, pathname } = new URL(url)
  const schema = schemaOf(url)
  return `${host}${pathname}${schema === null ? '' : ` (schema ${schema})`}`
}

/** The first schema of the search path that a PostgreSQL address sets (`?options=-c search_path=name`), or null. */
const schemaOf = (url: string): string | null => {
  const options = URL.canParse(url) ? (new URL(url).searchParams.get('options') ?? '') : ''
  return /search_path\s*=\s*"?([^\s",]+)/.exec(options)?.[1] ?? null
}

/** Names a place for people: `SQLite /var/lib/corroborate/site.sqlite` or `PostgreSQL db.example.org:5432/site`. */
export const describePlace = ({ url, file }: DatabasePlace): string =>
  url === undefined ? `SQLite ${file}` : `PostgreSQL ${addressOf(url)}`

/** PostgreSQL cuts longer names, in bytes. */
const longestName = 63

/**
 * Returns the `application_name` of our connections: `corroborate`, plus the schema if the URL includes one, to distinguish servers that
 * share a database.
 */
const applicationName = (url: string): string => {
  const schema = schemaOf(url)
  const name = schema === null ? 'corroborate' : `corroborate ${schema}`
  return Buffer.from(name).subarray(0, longestName).toString()
}

/** The `application_name` of a restore, which is no user of the data it replaces. */
export const restoreName = 'corroborate-restore'

/** The address without an `application_name` of its own: `usersOf` finds our connections by theirs. */
const withoutApplicationName = (url: string): string => {
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

/**
 * Connects to PostgreSQL and makes Kysely's dialect over a pool.
 * @throws OperatorError when nothing answers, unless it `mayBeAway`.
 */
export const openPostgres = async (
  url: string,
  inserts: CommittedInserts,
  { mayBeAway = false, name = applicationName(url) }: { mayBeAway?: boolean; name?: string } = {},
): Promise<Dialect> => {
  const { Pool, types } = (await import('pg')).default
  const pool = new Pool({
    connectionString: withoutApplicationName(url),
    application_name: name,
    max: 10,
    // A node without a request keeps a connection, by which a restore sees that it serves.
    min: 1,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: typeParserOf(types) },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  if (!mayBeAway) await requireAnswer(pool, url)
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, inserts),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** Closes the pool when nothing answers. */
const requireAnswer = async (pool: pg.Pool, url: string): Promise<void> => {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new (stayWrong.test(code) ? ConfigurationError : OperatorError)(
      `The PostgreSQL database ${addressOf(url)} does not answer: ${reason}. Start it, or correct its address in the ` +
        'settings (DATABASE_URL, IDENTITY_DATABASE_URL); without one, SQLite is used.',
      { cause: error },
    )
  }
}

/** Permanent errors until fixed by an operator: wrong credentials or a missing database (PostgreSQL manual, appendix A). */
const stayWrong = /^(?:28...|3D000)$/

/** Whole numbers arrive as text, because they may not fit a number; ours do, and SQLite too refuses the others. */
const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number.`)
  return value
}

const typeParserOf =
  (types: typeof pg.types): pg.CustomTypesConfig['getTypeParser'] =>
  (type, format) =>
    // A sum of bigint is a numeric.
    type === types.builtins.INT8 || type === types.builtins.NUMERIC ? wholeNumber : types.getTypeParser(type, format)

/**
 * Connects to PostgreSQL and leaves the schema as it is, for tools that copy a database: servers use `openDatabase`.
 * @throws OperatorError when nothing answers.
 */
export const connectPostgres = async <T>(url: string, options: { name?: string } = {}): Promise<Kysely<T>> =>
  new Kysely<T>({ dialect: await openPostgres(url, makeCommittedInserts(), options) })

const noteOf = (file: string): string => `${file}.moved`

/**
 * Leaves a note beside the SQLite file of a database that is in PostgreSQL. A later start without the PostgreSQL address
 * would otherwise serve old or no data without an error.
 */
export const noteMoved = ({ url, file }: DatabasePlace, now: number): void => {
  if (url === undefined || file === '' || !existsSync(dirname(file))) return
  const to = `PostgreSQL ${addressOf(url)}`
  if (movedTo(file)?.to === to) return
  try {
    writeFileSync(noteOf(file), `${JSON.stringify({ to, since: new Date(now).toISOString() })}\n`, { mode: 0o600 })
    ownedAsFolder(noteOf(file))
  } catch {
    // A node with a read-only data folder has no data there that could be served by mistake.
  }
}

/** Returns the new location of a SQLite file's data and the time of the move; null if it was not moved. */
export const movedTo = (file: string): { to: string; since: string } | null => {
  if (!existsSync(noteOf(file))) return null
  try {
    const { to, since } = JSON.parse(readFileSync(noteOf(file), 'utf8'))
    return { to: String(to), since: String(since) }
  } catch {
    return { to: 'PostgreSQL', since: 'an unknown time' }
  }
}

/** Removes the note: the data are in the SQLite file again. */
export const deleteMoveMarker = (file: string): void => rmSync(noteOf(file), { force: true })

/** @throws ConfigurationError if there is no PostgreSQL URL but the SQLite file's data has moved to PostgreSQL. */
export const rejectMovedData = ({ url, file }: DatabasePlace): void => {
  const moved = url === undefined ? movedTo(file) : null
  if (moved === null) return
  throw new ConfigurationError(
    `The data of ${file} are in ${moved.to} since ${moved.since}, and the settings name no PostgreSQL address for them. ` +
      'Set DATABASE_URL and IDENTITY_DATABASE_URL. To move back to SQLite, back up PostgreSQL with them, then take them out ' +
      `and restore with --replace. To use what SQLite held before the move, delete ${noteOf(file)}.`,
  )
}
