import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterEach, describe } from 'vitest'
import { type Engine, type Migration, openDatabase } from '../database/index.ts'

/** Where a test database is, in the words of `openDatabase`. */
export type StorePlace = { url?: string; file: string }

export type StoreUnderTest = {
  engine: Engine
  /** Where the database behind a handle is, for tests that start another process on it. */
  placeOf: <T>(db: Kysely<T>) => StorePlace
  /** Another handle to the same database, as a second node would have. */
  openAgain: <T>(db: Kysely<T>) => Promise<Kysely<T>>
}

/**
 * Runs the same tests on SQLite (a file of its own) and on PostgreSQL (a schema of its own), which is looked for at
 * TEST_DATABASE_URL or on this machine and skipped, with a word about it, when it does not answer.
 *
 * `open()` gives a new and empty database with the migrations applied; it is closed and thrown away after the test.
 */
export const describeStore = <T>(
  name: string,
  migrations: readonly Migration[],
  tests: (open: () => Promise<Kysely<T>>, store: StoreUnderTest) => void,
): void => {
  describe(`${name} on SQLite`, () => runOn('sqlite', migrations, tests, newFile))
  if (postgres === null)
    describe.skip(`${name} on PostgreSQL (${whySkipped})`, () => runOn('postgres', migrations, tests, newFile))
  else describe(`${name} on PostgreSQL`, () => runOn('postgres', migrations, tests, newSchema))
}

type Place = StorePlace & { remove: () => Promise<void> }

const runOn = <T>(
  engine: Engine,
  migrations: readonly Migration[],
  tests: (open: () => Promise<Kysely<T>>, store: StoreUnderTest) => void,
  newPlace: () => Promise<Place>,
): void => {
  const handles = new Map<unknown, Place>()
  const places: Place[] = []

  const openAt = async <U>(place: Place): Promise<Kysely<U>> => {
    const db = await openDatabase<U>({ ...place, migrations })
    handles.set(db, place)
    return db
  }
  const placeOf = (db: unknown): Place => {
    const place = handles.get(db)
    if (place === undefined) throw new Error('This handle was not opened by describeStore.')
    return place
  }

  afterEach(async () => {
    for (const db of handles.keys()) await (db as Kysely<unknown>).destroy()
    for (const place of places) await place.remove()
    handles.clear()
    places.length = 0
  })

  const open = async (): Promise<Kysely<T>> => {
    const place = await newPlace()
    places.push(place)
    return openAt<T>(place)
  }
  tests(open, { engine, placeOf, openAgain: <U>(db: Kysely<U>) => openAt<U>(placeOf(db)) })
}

const newFile = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-test-'))
  return { file: join(folder, 'test.db'), remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

const newSchema = async (): Promise<Place> => {
  const schema = `test_${randomBytes(8).toString('hex')}`
  await askPostgres(`create schema ${schema}`)
  const url = new URL(postgres ?? '')
  url.searchParams.set('options', `-c search_path=${schema}`)
  return { url: url.href, file: '', remove: () => askPostgres(`drop schema ${schema} cascade`) }
}

const askPostgres = async (statement: string, url = postgres ?? ''): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// biome-ignore lint/style/noProcessEnv: which database to test on is a setting of the tests, not of the servers
const wanted = process.env.TEST_DATABASE_URL
const whySkipped = 'skipped: set TEST_DATABASE_URL, or start a server at 127.0.0.1:5432'
const postgres = await findPostgres()

/** The address of a PostgreSQL server for tests, or null. One that was asked for by name must answer. */
async function findPostgres(): Promise<string | null> {
  const url = wanted || 'postgres://root@127.0.0.1:5432/test'
  try {
    await askPostgres('select 1', url)
    return url
  } catch (error) {
    if (wanted) throw new Error('The PostgreSQL server of TEST_DATABASE_URL does not answer.', { cause: error })
    sayOnce(`Store tests on PostgreSQL are ${whySkipped}.`)
    return null
  }
}

/** Test files run in processes of their own, children of one: the first to leave a mark there speaks. */
function sayOnce(sentence: string): void {
  try {
    writeFileSync(join(tmpdir(), `corroborate-said-${process.ppid}`), '', { flag: 'wx' })
    process.stderr.write(`${sentence}\n`)
  } catch {
    // Said already.
  }
}
