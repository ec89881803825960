import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from './index.ts'
import { add, balances, migrations, type Tables, turnOfTheEventLoop } from './testing/accounts.ts'

describe('SQLite', () => {
  const file = () => join(mkdtempSync(join(tmpdir(), 'corroborate-sqlite-')), 'new', 'test.db')

  test('commits wait for the disk, and readers for nothing', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    await db.destroy()
  })

  test('statements that cannot run in a transaction run between those of others', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    await Promise.all([
      add(db, 'a'),
      sql`
 vacuum`.execute(db),
      add(db, 'b'),
      sql`pragma wal_checkpoint`.execute(db),
    ])
    expect(await balances(db)).toEqual({ a: 0, b: 0 })
    await db.destroy()
  })

  test('a failing group commit fails every member and nothing later', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    await sql`create table late (id text primary key, other text references late (id) deferrable initially deferred)`.execute(
      db,
    )
    const outcomes = await Promise.allSettled([add(db, 'a'), sql`insert into late values ('x', 'missing')`.execute(db)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await add(db, 'b')
    expect(await balances(db)).toEqual({ b: 0 })
    await db.destroy()
  })

  test('a transaction SQLite aborts fails together with those sharing its commit', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    await add(db, 'taken')
    const outcomes = await Promise.allSettled([
      add(db, 'a'),
      db.transaction().execute(async tx => {
        await sql`insert or rollback into account values ('taken', 1)`.execute(tx).catch(() => {})
        await add(tx, 'b')
      }),
      add(db, 'c'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await balances(db)).toEqual({ c: 0, taken: 0 })
    await db.destroy()
  })

  test('destroy completes pending work', async () => {
    const place = { file: file(), migrations }
    const db = await openDatabase<Tables>({ ...place, now: Date.now })
    const writes = Promise.all(Array.from({ length: 20 }, (_, index) => add(db, `a${index}`)))
    await turnOfTheEventLoop()
    await db.destroy()
    await writes
    const again = await openDatabase<Tables>({ ...place, now: Date.now })
    expect(Object.keys(await balances(again))).toHaveLength(20)
    await again.destroy()
  })

  test('the database closes while another process writes', async () => {
    const place = { file: file(), migrations }
    const db = await openDatabase<Tables>({ ...place, now: Date.now })
    await sql`create index by_balance on account (balance)`.execute(db)
    await Promise.all(Array.from({ length: 300 }, (_, index) => add(db, `a${index}`, index)))
    await db.updateTable('account').set({ balance: 1 }).where('balance', '=', 3).execute()
    const other = new DatabaseSync(place.file)
    other.exec('begin immediate')
    await db.destroy()
    other.close()
  })

  test('a file that is not a database is rejected with a message', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'corroborate-sqlite-')), 'note.db')
    writeFileSync(path, 'this is a note, not a database, and it is long enough to be read as one'.repeat(20))
    const opening = openDatabase({ file: path, migrations, now: Date.now })
    await expect(opening).rejects.toThrow(/note\.db is damaged: SQLite's quick_check reports "file is not a database"/)
  })

  test.each([
    ['select', sql`\n select count(*) from account`],
    ['values', sql`VALUES (1)`],
    ['explain', sql`explain select 1`],
  ])('raw read SQL does not wait for transactions: %s', async (_, statement) => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    await db.transaction().execute(async () => {
      expect((await statement.execute(db)).rows.length).toBeGreaterThan(0)
    })
    await db.destroy()
  })

  test('a query with a CTE counts as a read and does not wait for transactions', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    const rich = db
      .with('rich', from => from.selectFrom('account').select('id').where('balance', '>', 1))
      .selectFrom('rich')
    await db.transaction().execute(async () => {
      expect(await rich.select('id').execute()).toEqual([])
    })
    await db.destroy()
  })

  test('a failed commit releases the lock to the next one only', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    await sql`create table late (id text primary key, other text references late (id) deferrable initially deferred)`.execute(
      db,
    )
    const events: string[] = []
    const failing = db.transaction().execute(async tx => {
      await sql`insert into late values ('x', 'missing')`.execute(tx)
      await turnOfTheEventLoop()
    })
    const others = ['a', 'b'].map(id =>
      db.transaction().execute(async tx => {
        events.push(`${id} begins`)
        await turnOfTheEventLoop()
        await add(tx, id)
        events.push(`${id} ends`)
      }),
    )
    await expect(failing).rejects.toThrow('FOREIGN KEY')
    await Promise.all(others)
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(await balances(db)).toEqual({ a: 0, b: 0 })
    await db.destroy()
  })

  test('a write waiting ten seconds fails with the reason', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await db.transaction().execute(async () => {
      const refused = expect(add(db, 'a')).rejects.toThrow('Waited 10000 ms to write')
      await vi.advanceTimersByTimeAsync(10_000)
      await refused
    })
    await db.destroy()
  })

  test('a database whose migrations fail is closed', async () => {
    const path = file()
    const failing = { name: '0003', up: () => Promise.reject(new Error('half-way')) }
    await expect(openDatabase({ file: path, migrations: [failing], now: Date.now })).rejects.toThrow('half-way')
    expect(existsSync(path)).toBe(true)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  test('an unclean close is reported, and the database is closed nevertheless', async () => {
    const path = file()
    const db = await openDatabase<Tables>({ file: path, migrations, now: Date.now })
    await sql`create index by_balance on account (balance)`.execute(db)
    await Promise.all(Array.from({ length: 300 }, (_, index) => add(db, `a${index}`, index)))
    await db.updateTable('account').set({ balance: 1 }).where('balance', '=', 3).execute()
    await sql`pragma query_only = on`.execute(db)
    await expect(db.destroy()).rejects.toThrow('readonly')
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
