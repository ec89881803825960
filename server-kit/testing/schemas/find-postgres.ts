import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'

// biome-ignore lint/style/noProcessEnv: which database to test on is a setting of the tests, not of the servers
const { TEST_DATABASE_URL: wanted, CI: inCi } = process.env

/** The PostgreSQL server for tests: its address, or why there is none. */
export type TestPostgres = { url: string } | { url: null; reason: string }

/**
 * Finds a PostgreSQL server at TEST_DATABASE_URL, or locally. `TEST_DATABASE_URL=off` disables it.
 * @throws Error if it is required, in CI or because it was configured explicitly, but does not respond.
 */
export const findPostgres = async (): Promise<TestPostgres> => {
  if (wanted === 'off') return { url: null, reason: 'switched off by TEST_DATABASE_URL=off' }
  const url = wanted || 'postgres://root@127.0.0.1:5432/test'
  // Where nothing listens this fails at once; a busy machine takes its time.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    await client.end()
    return { url }
  } catch (error) {
    if (wanted || inCi) throw new Error(`No PostgreSQL server for the tests answers at ${url}.`, { cause: error })
    const reason = 'skipped: set TEST_DATABASE_URL, or start a server at 127.0.0.1:5432'
    sayOnce(`Store tests on PostgreSQL are ${reason}.`)
    return { url: null, reason }
  }
}

/** Prints a message once per run: test files run in several child processes, and the first to create the file prints. */
const sayOnce = (sentence: string): void => {
  try {
    writeFileSync(join(tmpdir(), `corroborate-said-${process.ppid}`), '', { flag: 'wx' })
    process.stderr.write(`${sentence}\n`)
  } catch {
    // Already printed.
  }
}
