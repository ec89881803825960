import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { ConfigurationError, OperatorError } from '../operator-error/index.ts'
import type { CommittedInserts } from './committed-inserts.ts'
import { addressOf } from './database-place.ts'
import { applicationName, withoutApplicationName } from './postgres-connections.ts'
import { PostgresDriver } from './postgres-driver.ts'

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
