import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Migration, openDatabase } from '../../database/index.ts'
import { findPostgres, openTestSchemas } from './index.ts'

type Tables = { places: { list: string; last: number }; notes: { text: string } }

const migrations: Migration[] = [
  {
    name: '2026-01-01-places',
    up: async db => {
      await sql`create table places (list text primary key, last integer not null)`.execute(db)
      await sql`insert into places (list, last) values ('events', 0)`.execute(db)
      await sql`create table notes (text text not null)`.execute(db)
    },
  },
]
const { url } = await findPostgres()

describe.skipIf(url === null)('test schemas', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url ?? '' })
    await client.connect()
  })
  afterAll(() => client.end())

  /** Runs one test's use of a schema. */
  const use = async (
    schemas: ReturnType<typeof openTestSchemas>,
    work: (db: Kysely<Tables>) => Promise<unknown>,
  ): Promise<string> => {
    const address = await schemas.take()
    const db = await openDatabase<Tables>({ url: address, file: '', migrations, now: Date.now })
    await schemas.migrated(address)
    await work(db)
    await db.destroy()
    schemas.giveBack(address)
    return address
  }

  test('schemas are reused as migrated, with the rows migrations inserted', async () => {
    const schemas = openTestSchemas(client, url ?? '', inject('schemaPrefix'))
    const first = await use(schemas, async db => {
      await db.insertInto('notes').values({ text: 'mine' }).execute()
      await db.updateTable('places').set({ last: 7 }).execute()
    })
    const second = await use(schemas, async db => {
      expect(await db.selectFrom('places').selectAll().execute()).toEqual([{ list: 'events', last: 0 }])
      expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
    })
    expect(second).toBe(first)
  })

  test('schemas whose tables a test changed are not reused', async () => {
    const schemas = openTestSchemas(client, url ?? '', inject('schemaPrefix'))
    const first = await use(schemas, db => sql`alter table notes add column colour text`.execute(db))
    expect(await use(schemas, async () => {})).not.toBe(first)
  })
})
