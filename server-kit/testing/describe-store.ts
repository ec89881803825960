import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterEach, describe, inject } from 'vitest'
import { type Engine, type Migration, openDatabase } from '../database/index.ts'
import { migratedFile } from './migrated-file.ts'
import { findPostgres, openTestSchemas, type TestSchemas } from './schemas/index.ts'

/** Location of a test database, as for `openDatabase`. */
export type StorePlace = { url?: string; file: string }

export type StoreUnderTest = {
  engine: Engine
  /** Returns the location of a handle's database, for tests that start another process on it. */
  placeOf: <T>(db: Kysely<T>) => StorePlace
  /** Another handle to the same database, as a second node would have. */
  openAgain: <T>(db: Kysely<T>) => Promise<Kysely<T>>
}

type Tests<T> = (open: () => Promise<Kysely<T>>, store: StoreUnderTest) => void

declare module 'vitest' {
  interface ProvidedContext {
    /** Prefix of all schema names of this run (`scripts/test-schemas.ts`). */
    schemaPrefix: string
  }
}

const postgres = await findPostgres()

/**
 * Runs the same tests on SQLite (a file of its own) and on PostgreSQL (a schema of its own), or on SQLite alone when
 * `findPostgres` has a reason for that.
 *
 * `open()` gives an empty database with the migrations applied; it is closed and thrown away after the test.
 */
export const describeStore = <T>(name: string, migrations: readonly Migration[], tests: Tests<T>): void => {
  describe(`${name} on SQLite`, () => runOn('sqlite', migrations, tests, filesWith(migrations)))
  if (postgres.url === null)
    describe.skip(`${name} on PostgreSQL (${postgres.reason})`, () =>
      runOn('postgres', migrations, tests, filesWith(migrations)))
  else
    describe(`${name} on PostgreSQL`, () => runOn('postgres', migrations, tests, schemasAt(postgres.url, migrations)))
}

/** Assigns each test a separate database. */
type Places = {
  take: () => Promise<StorePlace>
  /** Called after the migrations. */
  migrated: (place: StorePlace) => Promise<void>
  giveBack: (place: StorePlace) => Promise<void>
}

const runOn = <T>(engine: Engine, migrations: readonly Migration[], tests: Tests<T>, places: Places): void => {
  const handles = new Map<unknown, StorePlace>()

  const openAt = async <U>(place: StorePlace): Promise<Kysely<U>> => {
    const db = await openDatabase<U>({ ...place, migrations, now: Date.now })
    handles.set(db, place)
    return db
  }
  const placeOf = (db: unknown): StorePlace => {
    const place = handles.get(db)
    if (place === undefined) throw new Error('This handle was not opened by describeStore.')
    return place
  }

  afterEach(async () => {
    for (const db of handles.keys()) await (db as Kysely<unknown>).destroy()
    for (const place of new Set(handles.values())) await places.giveBack(place)
    handles.clear()
  })

  const open = async (): Promise<Kysely<T>> => {
    const place = await places.take()
    const db = await openAt<T>(place)
    await places.migrated(place)
    return db
  }
  tests(open, { engine, placeOf, openAgain: <U>(db: Kysely<U>) => openAt<U>(placeOf(db)) })
}

/** Files that are copies of one to which the migrations have been applied: applying them takes longer than most tests. */
const filesWith = (migrations: readonly Migration[]): Places => ({
  take: async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'corroborate-test-')), 'test.db')
    copyFileSync(await migratedFile(migrations), file)
    return { file }
  },
  migrated: async () => {},
  giveBack: async ({ file }) => rmSync(dirname(file), { recursive: true, force: true }),
})

/** One connection for a process, and the schemas with each set of migrations. */
let client: Promise<pg.Client> | undefined
const schemasWith = new WeakMap<readonly Migration[], TestSchemas>()

/** Schemas of a PostgreSQL database, which other files of this process have used and will use again. */
const schemasAt = (url: string, migrations: readonly Migration[]): Places => {
  const open = async (): Promise<TestSchemas> => {
    client ??= connect(url)
    const connected = await client
    const schemas = schemasWith.get(migrations) ?? openTestSchemas(connected, url, inject('schemaPrefix'))
    schemasWith.set(migrations, schemas)
    return schemas
  }
  return {
    take: async () => ({ url: await (await open()).take(), file: '' }),
    migrated: async ({ url: address = '' }) => (await open()).migrated(address),
    giveBack: async ({ url: address = '' }) => (await open()).giveBack(address),
  }
}

const connect = async (url: string): Promise<pg.Client> => {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  return connection
}
