import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { checkWrites, isDatabaseUnavailable, openDatabase } from './index.ts'
import { add, balances, migrations, type Tables } from './testing/accounts.ts'

describeStore<Tables>('a database that can be written', migrations, open => {
  test('passes the check, and nothing in it changes', async () => {
    const db = await open()
    const applied = () => sql`select * from schema_migration order by name`.execute(db)
    const before = (await applied()).rows
    await checkWrites(db)
    expect((await applied()).rows).toEqual(before)
  })
})

const openNew = () =>
  openDatabase<Tables>({
    file: join(mkdtempSync(join(tmpdir(), 'corroborate-writes-')), 'test.db'),
    migrations,
    now: Date.now,
  })

describe('when the disk of SQLite is full', () => {
  const openFull = async () => {
    const db = await openNew()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    return db
  }
  const freeDisk = (db: Awaited<ReturnType<typeof openFull>>) => sql`pragma max_page_count = 1000000`.execute(db)
  const fill = async (db: Awaited<ReturnType<typeof openFull>>) => {
    for (let n = 0; ; n++) await add(db, `account ${n}`.padEnd(500, '.'))
  }

  test('a write says that the database is unavailable, and what was acknowledged is there', async () => {
    const db = await openFull()
    const failure = await fill(db).catch(error => error)
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(Object.keys(await balances(db)).length).toBeGreaterThan(0)
    await freeDisk(db)
    await db.destroy()
  })

  test('so do the writes that shared its transaction', async () => {
    const db = await openFull()
    await fill(db).catch(() => {})
    const outcomes = await Promise.allSettled([0, 1, 2].map(n => add(db, `${n}`.padEnd(5_000, '.'))))
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason)).toBe(true)
    }
    await freeDisk(db)
    await db.destroy()
  })
})

test('a file that may only be read fails the check', async () => {
  const db = await openNew()
  await sql`pragma query_only = 1`.execute(db)
  const failure = await checkWrites(db).catch(error => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  await sql`pragma query_only = 0`.execute(db)
  await db.destroy()
})
