import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { connectPostgres, type Migration, openDatabase, readAppliedMigrations } from './index.ts'
import { add, balances, migrations, type Tables } from './testing/accounts.ts'

describeStore<Tables>('migrations', migrations, (open, store) => {
  test('migrations are applied in name order', async () => {
    const db = await open()
    const applied: string[] = []
    const more = ['0003', '0005', '0004'].map((name): Migration => ({ name, up: async () => void applied.push(name) }))
    const other = await openDatabase({ ...store.placeOf(db), migrations: [...migrations, ...more], now: Date.now })
    onTestFinished(() => other.destroy())
    expect(applied).toEqual(['0003', '0004', '0005'])
  })

  test('migrations of nodes starting together run once', async () => {
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

  test('failed migrations leave no changes', async () => {
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

  test('migrations of a newer version are rejected with a message', async () => {
    const db = await open()
    await expect(
      openDatabase({ ...store.placeOf(db), migrations: migrations.slice(1), now: Date.now }),
    ).rejects.toThrow(/last used by a newer version.*0002-entries.*restore a backup/)
  })

  test('migrations with the same name are rejected', async () => {
    const db = await open()
    await expect(
      openDatabase({ ...store.placeOf(db), migrations: [...migrations, ...migrations.slice(1)], now: Date.now }),
    ).rejects.toThrow('Two migrations are named 0001-accounts.')
  })

  test('applied migrations are listed with their time, and none for a new database', async () => {
    const db = await open()
    const third: Migration = { name: '0003-third', up: async () => {} }
    const other = await openDatabase({ ...store.placeOf(db), migrations: [third, ...migrations], now: () => 7 })
    onTestFinished(() => other.destroy())
    const applied = await readAppliedMigrations(db)
    expect(applied?.map(({ name }) => name)).toEqual(['0001-accounts', '0002-entries', '0003-third'])
    expect(applied?.[2]?.appliedAt).toBe(7)
    await sql`drop table schema_migration`.execute(db)
    expect(await readAppliedMigrations(db)).toBeNull()
  })

  if (store.engine === 'sqlite') return
  test('migrations have no timeout, and other nodes wait for them', async () => {
    const db = await open()
    const limits: unknown[] = []
    const looks: Migration = {
      name: '0003-looks',
      up: async tx => {
        limits.push(...(await sql`show statement_timeout`.execute(tx)).rows)
        limits.push(...(await sql`show lock_timeout`.execute(tx)).rows)
      },
    }
    const other = await openDatabase({ ...store.placeOf(db), migrations: [...migrations, looks], now: Date.now })
    onTestFinished(() => other.destroy())
    expect(limits).toEqual([{ statement_timeout: '0' }, { lock_timeout: '2min' }])
    expect((await sql`show statement_timeout`.execute(other)).rows).toEqual([{ statement_timeout: '15s' }])
  })

  test('copying tools do not run migrations', async () => {
    const db = await open()
    await add(db, 'a', 1)
    await sql`drop table schema_migration`.execute(db)
    const tool = await connectPostgres<Tables>(store.placeOf(db).url ?? '')
    onTestFinished(() => tool.destroy())
    expect(await balances(tool)).toEqual({ a: 1 })
    expect(await readAppliedMigrations(tool)).toBeNull()
  })
})
