import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { isDatabaseUnavailable, type Migration, Outdated, onInsertCommitted, runTransaction } from './index.ts'

type Tables = { counters: { name: string; count: number } }

const migrations: Migration[] = [
  {
    name: '2026-11-22-counters',
    async up(db) {
      await sql`create table counters (name text primary key not null, count integer not null)`.execute(db)
      await sql`insert into counters (name, count) values ('one', 0), ('two', 0)`.execute(db)
    },
  },
]

const add = (db: Kysely<Tables>, name: string) =>
  db
    .updateTable('counters')
    .set(row => ({ count: row('count', '+', 1) }))
    .where('name', '=', name)
    .execute()

const counts = async (db: Kysely<Tables>) =>
  Object.fromEntries((await db.selectFrom('counters').selectAll().execute()).map(({ name, count }) => [name, count]))

describeStore<Tables>('a transaction', migrations, (open, { engine }) => {
  test('an aborted transaction is retried as a whole and applied once', async () => {
    const db = await open()
    let inserted = 0
    onInsertCommitted(db, 'counters', () => inserted++)
    let attempts = 0
    const result = await runTransaction(db, async tx => {
      await add(tx, 'one')
      await tx.insertInto('counters').values({ name: 'three', count: 0 }).execute()
      if (++attempts < 3) throw new Outdated('Not yet.')
      return 'done'
    })
    expect(result).toBe('done')
    expect(attempts).toBe(3)
    expect(inserted).toBe(1)
    expect(await counts(db)).toEqual({ one: 1, two: 0, three: 0 })
  })

  test('a transaction that failed for another reason is not retried', async () => {
    const db = await open()
    let attempts = 0
    const refused = runTransaction(db, async tx => {
      attempts++
      await add(tx, 'one')
      throw new Error('No.')
    })
    await expect(refused).rejects.toThrow('No.')
    expect(attempts).toBe(1)
    expect(await counts(db)).toEqual({ one: 0, two: 0 })
  })

  test('a transaction that keeps failing ends with a retryable error', async () => {
    const db = await open()
    let attempts = 0
    const error = await runTransaction(db, async () => {
      attempts++
      throw new Outdated('Never.')
    }).catch(error => error)
    expect(attempts).toBe(6)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  // On SQLite one transaction writes at a time: there are no deadlocks.
  if (engine === 'sqlite') return
  test('both transactions of a deadlock complete', async () => {
    const db = await open()
    let waiting = 2
    const { promise: bothHold, resolve: go } = Promise.withResolvers<void>()
    let attempts = 0
    const crosswise = (first: string, second: string) =>
      runTransaction(db, async tx => {
        attempts++
        await add(tx, first)
        if (--waiting === 0) go()
        await bothHold
        await add(tx, second)
      })
    await Promise.all([crosswise('one', 'two'), crosswise('two', 'one')])
    // The one that gave way begins anew; should it be first at the other's row, the two meet once more.
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect(await counts(db)).toEqual({ one: 2, two: 2 })
  })
})
