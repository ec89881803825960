import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { type Driver, Kysely, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { makeCommittedInserts } from './committed-inserts.ts'
import { isUniqueViolation, listed, onInsertCommitted, prepareQuery } from './index.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { add, balances, migrations, type Tables, turnOfTheEventLoop } from './testing/accounts.ts'

describeStore<Tables>('the database', migrations, (open, store) => {
  test('migrations are applied in name order, once', async () => {
    const db = await open()
    await add(db, 'a', 1)
    const again = await store.openAgain(db)
    expect(await balances(again)).toEqual({ a: 1 })
  })

  test('integers, sums and counts are returned as numbers', async () => {
    const db = await open()
    await add(db, 'a', 1_700_000_000_000)
    await add(db, 'b', 1)
    const row = await db
      .selectFrom('account')
      .select(({ fn }) => [fn.countAll().as('n'), fn.sum('balance').as('sum'), fn.max('balance').as('max')])
      .executeTakeFirstOrThrow()
    expect({ ...row }).toEqual({ n: 2, sum: 1_700_000_000_001, max: 1_700_000_000_000 })
  })

  test('non-integers are returned as they are, and integers that exceed a number are rejected', async () => {
    const db = await open()
    await add(db, 'a', 2)
    await add(db, 'b', 3)
    const { average } = await db
      .selectFrom('account')
      .select(({ fn }) => fn.avg<number>('balance').as('average'))
      .executeTakeFirstOrThrow()
    expect(average).toBe(2.5)
    await expect(sql`select 9007199254740993 as n`.execute(db)).rejects.toThrow(RangeError)
  })

  test('a list of any length is passed as one parameter', async () => {
    const db = await open()
    for (const id of ['a', 'b', 'c']) await add(db, id)
    const among = prepareQuery(db, (ids: string) =>
      db.selectFrom('account').select('id').where('id', 'in', listed(db, ids)).orderBy('id'),
    )
    expect(await among(JSON.stringify(['c', 'a', 'z']))).toEqual([{ id: 'a' }, { id: 'c' }])
    expect(await among('[]')).toEqual([])
  })

  test('the database lists its tables', async () => {
    const db = await open()
    const names = (await db.introspection.getTables()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['account', 'entry', 'schema_migration']))
  })

  test('reading is paginated rather than streamed', async () => {
    const db = await open()
    const rows = db.selectFrom('account').selectAll().stream()
    await expect(rows.next()).rejects.toThrow('read in pages')
  })

  test('the number of changed rows is returned, and the rows on request', async () => {
    const db = await open()
    await add(db, 'a')
    const update = db.updateTable('account').set({ balance: 2 })
    expect((await update.executeTakeFirst()).numUpdatedRows).toBe(1n)
    expect((await update.where('id', '=', 'z').executeTakeFirst()).numUpdatedRows).toBe(0n)
    expect((await update.returning('balance').executeTakeFirst())?.balance).toBe(2)
  })

  test('foreign keys are enforced, and duplicate keys are recognized', async () => {
    const db = await open()
    await add(db, 'a')
    const taken = await add(db, 'a').catch((error: unknown) => error)
    expect(isUniqueViolation(taken)).toBe(true)
    const orphan = await db
      .insertInto('entry')
      .values({ id: 'e', account_id: 'nobody', amount: 1, made_at: 1 })
      .execute()
      .catch((error: unknown) => error)
    expect(orphan).toBeInstanceOf(Error)
    expect(isUniqueViolation(orphan)).toBe(false)
  })

  test('any text is stored unchanged', async () => {
    const db = await open()
    const id = `quote ' " \\ ; -- é 汉字 🧪 ${'x'.repeat(10_000)}`
    await add(db, id)
    expect(Object.keys(await balances(db))).toEqual([id])
  })

  describe('transaction', () => {
    test('a failed transaction leaves no changes, and later ones are unaffected', async () => {
      const db = await open()
      const failing = db.transaction().execute(async tx => {
        await add(tx, 'a')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await add(db, 'b')
      expect(await balances(db)).toEqual({ b: 0 })
    })

    test('a transaction with an SQL error leaves no changes', async () => {
      const db = await open()
      await add(db, 'taken')
      const failing = db.transaction().execute(async tx => {
        await add(tx, 'a')
        await add(tx, 'taken')
      })
      await expect(failing).rejects.toSatisfy(isUniqueViolation)
      expect(await balances(db)).toEqual({ taken: 0 })
    })

    test('an SQL error ends a PostgreSQL transaction, and only the statement on SQLite', async () => {
      const db = await open()
      await add(db, 'taken')
      const half = db.transaction().execute(async tx => {
        await add(tx, 'a')
        await add(tx, 'taken').catch(() => {})
      })
      if (store.engine === 'sqlite') await half
      else await expect(half).rejects.toThrow('PostgreSQL rolled back the transaction')
      expect(await balances(db)).toEqual(store.engine === 'sqlite' ? { a: 0, taken: 0 } : { taken: 0 })
    })

    test('a transaction is invisible to readers before commit and does not block them', async () => {
      const db = await open()
      await db.transaction().execute(async tx => {
        await add(tx, 'a')
        await turnOfTheEventLoop()
        expect(await balances(db)).toEqual({})
        expect(await balances(tx)).toEqual({ a: 0 })
      })
      expect(await balances(db)).toEqual({ a: 0 })
    })

    test('concurrent transactions lose no update', async () => {
      const db = await open()
      const other = await store.openAgain(db)
      await add(db, 'a')
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 === 0 ? db : other).transaction().execute(async tx => {
            const { balance } = await tx
              .selectFrom('account')
              .select('balance')
              .where('id', '=', 'a')
              .$if(store.engine === 'postgres', query => query.forUpdate())
              .executeTakeFirstOrThrow()
            if (index % 3 === 0) await turnOfTheEventLoop()
            await tx
              .updateTable('account')
              .set({ balance: balance + 1 })
              .execute()
          }),
        ),
      )
      expect(await balances(db)).toEqual({ a: 60 })
    })

    test('a failing transaction does not affect concurrent ones', async () => {
      const db = await open()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          db.transaction().execute(async tx => {
            await add(tx, `a${index}`)
            if (index % 4 === 1) await turnOfTheEventLoop()
            if (index % 4 === 2) throw new Error('changed my mind')
            if (index % 4 === 3) await add(tx, `a${index}`)
          }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
      expect(Object.keys(await balances(db))).toHaveLength(20)
    })
  })

  test('concurrent single statements succeed or fail independently', async () => {
    const db = await open()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => add(db, `a${index % 25}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
    expect(Object.keys(await balances(db))).toHaveLength(25)
  })

  test('an acknowledged write is visible to everyone', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    for (let index = 0; index < 20; index++) {
      await add(index % 2 === 0 ? db : other, `a${index}`)
      expect(Object.keys(await balances(index % 2 === 0 ? other : db))).toHaveLength(index + 1)
    }
  })

  test('insert notifications are sent after commit and not after rollback', async () => {
    const db = await open()
    const seen: number[] = []
    const stop = onInsertCommitted(db.$pickTables<'account'>(), 'account', () => seen.push(seen.length))
    await db.transaction().execute(async tx => {
      await add(tx, 'a')
      await turnOfTheEventLoop()
      expect(seen).toHaveLength(0)
    })
    expect(seen).toHaveLength(1)
    await db
      .transaction()
      .execute(async tx => {
        await add(tx, 'b')
        throw new Error('no')
      })
      .catch(() => {})
    await db.updateTable('account').set({ balance: 1 }).execute()
    expect(seen).toHaveLength(1)
    await add(db, 'c')
    expect(seen).toHaveLength(2)
    stop()
    await add(db, 'd')
    expect(seen).toHaveLength(2)
  })

  test('a statement after a transaction on the same connection is a separate write', async () => {
    const db = await open()
    let told = 0
    onInsertCommitted(db, 'account', () => told++)
    await db.connection().execute(async connection => {
      await connection.transaction().execute(tx => add(tx, 'a'))
      await add(connection, 'b')
      expect(told).toBe(2)
      await expect(connection.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
      await add(connection, 'c')
      expect(told).toBe(3)
    })
    expect(await balances(db)).toEqual({ a: 0, b: 0, c: 0 })
  })

  test('raw statements work inside and outside transactions', async () => {
    const db = await open()
    expect((await sql`insert into account (id, balance) values (${'a'}, ${7})`.execute(db)).rows).toEqual([])
    const { rows } = await sql<{ balance: number }>`select balance from account where id = ${'a'}`.execute(db)
    expect(rows.map(row => row.balance)).toEqual([7])
    await db.transaction().execute(tx => sql`update account set balance = 8`.execute(tx))
    expect(await balances(db)).toEqual({ a: 8 })
  })
})

describeStore<Tables>('a database that changes under a running node', migrations, (open, store) => {
  test('prepared statements still work after another node’s migration', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    await add(db, 'a')
    await Promise.all(Array.from({ length: 20 }, () => balances(db)))
    await sql`alter table account add column note text`.execute(other)
    await Promise.all(Array.from({ length: 20 }, () => balances(db)))
    expect(await db.selectFrom('account').selectAll().execute()).toMatchObject([{ id: 'a', note: null }])
  })

  test('the pool recovers from closed connections, and only the affected transaction fails', async () => {
    if (store.engine === 'sqlite') return
    const db = await open()
    const other = await store.openAgain(db)
    const cut = db.transaction().execute(async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other)
      const isThere = sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}::int`
      await expect.poll(async () => (await isThere.execute(other)).rows).toEqual([])
      await add(tx, 'lost')
    })
    await expect(cut).rejects.toThrow(/terminat|closed|not queryable/i)
    await add(db, 'kept')
    expect(await balances(db)).toEqual({ kept: 0 })
  })

  if (store.engine === 'sqlite') return
  test('a stale statement fails once within a transaction', async () => {
    const db = await open()
    const all = (handle: Kysely<Tables>) => handle.selectFrom('account').selectAll().execute()
    await all(db)
    await sql`alter table account add column note text`.execute(db)
    const inTransaction = () => db.transaction().execute(all)
    await expect(inTransaction()).rejects.toThrow('cached plan must not change result type')
    expect(await inTransaction()).toEqual([])
  })

  test('the isolation level follows the transaction', async () => {
    const db = await open()
    const readOnly = db.transaction().setIsolationLevel('serializable').setAccessMode('read only')
    await readOnly.execute(async tx => {
      expect((await sql`show transaction_isolation`.execute(tx)).rows).toEqual([
        { transaction_isolation: 'serializable' },
      ])
    })
    await expect(readOnly.execute(tx => add(tx, 'a'))).rejects.toThrow('read-only transaction')
    const unheardOf = db.transaction().setIsolationLevel('none; drop table account' as 'serializable')
    await expect(unheardOf.execute(tx => add(tx, 'a'))).rejects.toThrow('invalid transaction isolation level')
  })

  test('a failed statement keeps its connection', async () => {
    const db = await open()
    const connection = async () => (await sql`select pg_backend_pid()`.execute(db)).rows
    const before = await connection()
    await add(db, 'a')
    await expect(add(db, 'a')).rejects.toSatisfy(isUniqueViolation)
    expect(await connection()).toEqual(before)
  })

  test('the pool recovers from an idle connection being closed', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other)
    const isThere = sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}::int`
    await expect.poll(async () => (await isThere.execute(other)).rows).toEqual([])
    await turnOfTheEventLoop()
    expect(await balances(db)).toEqual({})
  })

  test('connection state is reset between users', async () => {
    const db = await open()
    const warned: Error[] = []
    const note = (warning: Error) => void warned.push(warning)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    for (let use = 0; use < 20; use++) await balances(db)
    await turnOfTheEventLoop()
    expect(warned).toEqual([])
  })
})

test('insert notifications require a handle of our own', () => {
  const stranger = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new DatabaseSync(':memory:') as never }),
  })
  expect(() => onInsertCommitted(stranger, 'account', () => {})).toThrow('needs a handle of openDatabase')
})

test.each<[string, Driver]>([
  [
    'SQLite',
    new SqliteDriver(
      { writer: new DatabaseSync(':memory:'), reader: new DatabaseSync(':memory:') },
      makeCommittedInserts(),
      0,
    ),
  ],
  ['PostgreSQL', new PostgresDriver(new pg.Pool(), makeCommittedInserts())],
])('the %s driver rejects another driver’s connection', async (_, driver) => {
  const other = { executeQuery: async () => ({ rows: [] }), async *streamQuery() {} }
  await expect(driver.commitTransaction(other)).rejects.toThrow('belongs to another driver')
})
