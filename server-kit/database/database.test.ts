import { fork, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { isUniqueViolation, type Migration, onInsertCommitted, openDatabase } from './index.ts'

type Tables = {
  account: { id: string; balance: number }
  entry: { id: string; account_id: string; amount: number; made_at: number }
}

const migrations: Migration[] = [
  {
    name: '0002-entries',
    up: async db => {
      await db.schema
        .createTable('entry')
        .addColumn('id', 'text', column => column.primaryKey().notNull())
        .addColumn('account_id', 'text', column => column.notNull().references('account.id'))
        .addColumn('amount', 'bigint', column => column.notNull())
        .addColumn('made_at', 'bigint', column => column.notNull())
        .execute()
    },
  },
  {
    name: '0001-accounts',
    up: async db => {
      await db.schema
        .createTable('account')
        .addColumn('id', 'text', column => column.primaryKey().notNull())
        .addColumn('balance', 'bigint', column => column.notNull())
        .execute()
    },
  },
]

const balances = async (db: Kysely<Tables>): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await db.selectFrom('account').selectAll().orderBy('id').execute()).map(({ id, balance }) => [id, balance]),
  )

const add = (db: Kysely<Tables>, id: string, balance = 0) => db.insertInto('account').values({ id, balance }).execute()

const turnOfTheEventLoop = () => new Promise(resolve => setImmediate(resolve))

describeStore<Tables>('the database', migrations, (open, store) => {
  test('applies migrations in the order of their names, once', async () => {
    const db = await open()
    await add(db, 'a', 1)
    const again = await store.openAgain(db)
    expect(await balances(again)).toEqual({ a: 1 })
  })

  test('gives whole numbers as numbers, sums and counts too', async () => {
    const db = await open()
    await add(db, 'a', 1_700_000_000_000)
    await add(db, 'b', 1)
    const row = await db
      .selectFrom('account')
      .select(({ fn }) => [fn.countAll().as('n'), fn.sum('balance').as('sum'), fn.max('balance').as('max')])
      .executeTakeFirstOrThrow()
    expect({ ...row }).toEqual({ n: 2, sum: 1_700_000_000_001, max: 1_700_000_000_000 })
  })

  test('says how many rows were changed, and returns rows when asked', async () => {
    const db = await open()
    await add(db, 'a')
    const update = db.updateTable('account').set({ balance: 2 })
    expect((await update.executeTakeFirst()).numUpdatedRows).toBe(1n)
    expect((await update.where('id', '=', 'z').executeTakeFirst()).numUpdatedRows).toBe(0n)
    expect((await update.returning('balance').executeTakeFirst())?.balance).toBe(2)
  })

  test('keeps foreign keys and recognises a key that is taken', async () => {
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

  test('stores any text unchanged', async () => {
    const db = await open()
    const id = `quote ' " \\ ; -- é 汉字 🧪 ${'x'.repeat(10_000)}`
    await add(db, id)
    expect(Object.keys(await balances(db))).toEqual([id])
  })

  describe('a transaction', () => {
    test('that fails leaves nothing behind, and later work is unharmed', async () => {
      const db = await open()
      const failing = db.transaction().execute(async tx => {
        await add(tx, 'a')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await add(db, 'b')
      expect(await balances(db)).toEqual({ b: 0 })
    })

    test('that fails in SQL leaves nothing behind', async () => {
      const db = await open()
      await add(db, 'taken')
      const failing = db.transaction().execute(async tx => {
        await add(tx, 'a')
        await add(tx, 'taken')
      })
      await expect(failing).rejects.toSatisfy(isUniqueViolation)
      expect(await balances(db)).toEqual({ taken: 0 })
    })

    test('keeps what it did after a savepoint is given up', async () => {
      const db = await open()
      const tx = await db.startTransaction().execute()
      await add(tx, 'a')
      const inner = await tx.savepoint('inner').execute()
      await add(inner, 'b')
      await inner.rollbackToSavepoint('inner').execute()
      await tx.commit().execute()
      expect(await balances(db)).toEqual({ a: 0 })
    })

    test('is not seen by readers before it commits, who do not wait for it either', async () => {
      const db = await open()
      await db.transaction().execute(async tx => {
        await add(tx, 'a')
        await turnOfTheEventLoop()
        expect(await balances(db)).toEqual({})
        expect(await balances(tx)).toEqual({ a: 0 })
      })
      expect(await balances(db)).toEqual({ a: 0 })
    })

    test('loses no update among many at once', async () => {
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

    test('fails alone among many at once', async () => {
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

  test('single statements at once: each succeeds or fails on its own', async () => {
    const db = await open()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => add(db, `a${index % 25}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
    expect(Object.keys(await balances(db))).toHaveLength(25)
  })

  test('a write is there for everybody once it is acknowledged', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    for (let index = 0; index < 20; index++) {
      await add(index % 2 === 0 ? db : other, `a${index}`)
      expect(Object.keys(await balances(index % 2 === 0 ? other : db))).toHaveLength(index + 1)
    }
  })

  test('tells of inserts after they are committed, and not of those rolled back', async () => {
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

  test('raw statements work inside and outside transactions', async () => {
    const db = await open()
    await sql`insert into account (id, balance) values (${'a'}, ${7})`.execute(db)
    const { rows } = await sql<{ balance: number }>`select balance from account where id = ${'a'}`.execute(db)
    expect(rows.map(row => row.balance)).toEqual([7])
    await db.transaction().execute(tx => sql`update account set balance = 8`.execute(tx))
    expect(await balances(db)).toEqual({ a: 8 })
  })

  describe('migrations', () => {
    test('of nodes that start together run once', async () => {
      const db = await open()
      const place = store.placeOf(db)
      let runs = 0
      const slow: Migration = {
        name: '0003-slow',
        up: async tx => {
          runs++
          await new Promise(resolve => setTimeout(resolve, 30))
          await sql`create table slow (id text primary key not null)`.execute(tx)
        },
      }
      const nodes = await Promise.all(
        [1, 2, 3].map(() => openDatabase({ ...place, migrations: [...migrations, slow], now: Date.now })),
      )
      await Promise.all(nodes.map(node => node.destroy()))
      expect(runs).toBe(1)
    })

    test('that fail leave nothing behind', async () => {
      const db = await open()
      const place = store.placeOf(db)
      const half: Migration = {
        name: '0003-half',
        up: async tx => {
          await sql`create table half (id text primary key not null)`.execute(tx)
          throw new Error('half-way')
        },
      }
      await expect(openDatabase({ ...place, migrations: [...migrations, half], now: Date.now })).rejects.toThrow(
        'half-way',
      )
      await expect(sql`select * from half`.execute(db)).rejects.toThrow()
    })

    test('of a newer version are refused in a sentence', async () => {
      const db = await open()
      await expect(
        openDatabase({ ...store.placeOf(db), migrations: migrations.slice(1), now: Date.now }),
      ).rejects.toThrow(/last used by a newer version.*0002-entries.*restore a backup/)
    })

    test('of one name are refused', async () => {
      const db = await open()
      await expect(
        openDatabase({ ...store.placeOf(db), migrations: [...migrations, ...migrations.slice(1)], now: Date.now }),
      ).rejects.toThrow('Two migrations are named 0001-accounts.')
    })
  })

  test('several processes that write at once lose nothing and all succeed', async () => {
    const db = await open()
    await add(db, 'a')
    const script = join(mkdtempSync(join(tmpdir(), 'corroborate-writer-')), 'writer.ts')
    writeFileSync(
      script,
      `import { openDatabase } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
       const names = ${JSON.stringify(migrations.map(({ name }) => name))}
       const db = await openDatabase({ ...${JSON.stringify(store.placeOf(db))}, migrations: names.map(name => ({ name, up: async () => {} })), now: Date.now })
       await Promise.all(Array.from({ length: 100 }, (_, index) => db.transaction().execute(async tx => {
         await tx.updateTable('account').set(eb => ({ balance: eb('balance', '+', 1) })).execute()
         if (index % 10 === 0) await new Promise(resolve => setImmediate(resolve))
       })))
       await db.destroy()`,
    )
    const exits = [1, 2, 3].map(
      () =>
        new Promise<number | null>(resolve => {
          fork(script, { execArgv: ['--no-warnings'] }).on('exit', resolve)
        }),
    )
    expect(await Promise.all(exits)).toEqual([0, 0, 0])
    expect(await balances(db)).toEqual({ a: 300 })
  })
})

describe('on SQLite', () => {
  const file = () => join(mkdtempSync(join(tmpdir(), 'corroborate-sqlite-')), 'new', 'test.db')

  test('every commit waits for the disk, and readers for nobody', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    await db.destroy()
  })

  test('statements that cannot run in a transaction run between those of others', async () => {
    const db = await openDatabase<Tables>({ file: file(), migrations, now: Date.now })
    await Promise.all([add(db, 'a'), sql`vacuum`.execute(db), add(db, 'b'), sql`pragma wal_checkpoint`.execute(db)])
    expect(await balances(db)).toEqual({ a: 0, b: 0 })
    await db.destroy()
  })

  test('a failing common commit fails every member and spoils nothing later', async () => {
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

  test('a transaction that SQLite gives up by itself fails, with those it shared the commit with', async () => {
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

  test('destroy finishes what is under way', async () => {
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

  test('nothing acknowledged is lost when the process is killed', async () => {
    const place = { file: file(), migrations }
    const db = await openDatabase<Tables>({ ...place, now: Date.now })
    const script = join(mkdtempSync(join(tmpdir(), 'corroborate-killed-')), 'writer.ts')
    writeFileSync(
      script,
      `import { openDatabase } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
       import { writeSync } from 'node:fs'
       const migrations = ${JSON.stringify(migrations.map(({ name }) => name))}.map(name => ({ name, up: async () => {} }))
       const db = await openDatabase({ file: ${JSON.stringify(place.file)}, migrations, now: Date.now })
       const client = async (round, n) => {
         for (let i = 0; ; i++) {
           const id = [round, n, i].join('-')
           await db.transaction().execute(tx => tx.insertInto('account').values({ id, balance: 1 }).execute())
           writeSync(1, id + '\\n')
         }
       }
       await Promise.all(Array.from({ length: 20 }, (_, n) => client(process.argv[2], n)))`,
    )
    let acknowledged = ''
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [script, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] })
      const gone = new Promise(resolve => child.on('close', resolve))
      let soFar = ''
      child.stdout.on('data', data => {
        soFar += data
        if (soFar.length > 5_000) child.kill('SIGKILL')
      })
      await gone
      acknowledged += soFar.slice(0, soFar.lastIndexOf('\n') + 1)
    }
    const kept = new Set((await db.selectFrom('account').select('id').execute()).map(({ id }) => id))
    const ids = acknowledged.trim().split('\n')
    expect(ids.length).toBeGreaterThan(1_000)
    expect(ids.filter(id => !kept.has(id))).toEqual([])
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    expect(rows.map(row => row.integrity_check)).toEqual(['ok'])
    await db.destroy()
  })

  test('closes while another process writes', async () => {
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

  test('a file that is no database is refused in a sentence', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'corroborate-sqlite-')), 'note.db')
    writeFileSync(path, 'this is a note, not a database, and it is long enough to be read as one'.repeat(20))
    await expect(openDatabase({ file: path, migrations, now: Date.now })).rejects.toThrow(/note\.db cannot be opened: /)
  })
})

describeStore<Tables>('a database that changes under a running node', migrations, (open, store) => {
  test('answers statements it knew before a migration of another node', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    await add(db, 'a')
    await Promise.all(Array.from({ length: 20 }, () => balances(db)))
    await sql`alter table account add column note text`.execute(other)
    await Promise.all(Array.from({ length: 20 }, () => balances(db)))
    expect(await db.selectFrom('account').selectAll().execute()).toMatchObject([{ id: 'a', note: null }])
  })

  test('goes on after its connections were cut, and a cut transaction fails alone', async () => {
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
})

describe('on PostgreSQL', () => {
  test('a server that does not answer is named in a sentence, without its password', async () => {
    const probe = createServer()
    const port = await new Promise<number>(resolve => {
      probe.listen(0, '127.0.0.1', () => {
        const address = probe.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    await new Promise(resolve => probe.close(resolve))
    const opening = openDatabase({
      url: `postgres://u:hunter2@127.0.0.1:${port}/papers`,
      file: '',
      migrations,
      now: Date.now,
    })
    await expect(opening).rejects.toThrow(new RegExp(`127\\.0\\.0\\.1:${port}/papers does not answer`))
    await expect(opening).rejects.not.toThrow(/hunter2/)
  })
})
