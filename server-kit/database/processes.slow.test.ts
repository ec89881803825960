import { fork, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { openDatabase } from './index.ts'
import { add, balances, migrations, type Tables } from './testing/accounts.ts'

describeStore<Tables>('the database', migrations, (open, store) => {
  test('concurrent writing processes all succeed without losing data', async () => {
    const db = await open()
    await add(db, 'a')
    const script = join(mkdtempSync(join(tmpdir(), 'corroborate-writer-')), 'writer.ts')
    writeFileSync(
      script,
      `import { openDatabase } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
       const names = ${JSON.stringify(migrations.map(({ name }) => name))}
       const db = await openDatabase({ ...${JSON.stringify(store.placeOf(db))}, migrations: names.map(name => ({ name, up: async () => {} })), now: Date.now })
       const writeTenTimes = async () => {
         for (let n = 0; n < 10; n++) await db.transaction().execute(async tx => {
           await tx.updateTable('account').set(eb => ({ balance: eb('balance', '+', 1) })).execute()
           if (n === 0) await new Promise(resolve => setImmediate(resolve))
         })
       }
       // Matches the pool size, whose connection timeout is 5 s.
       await Promise.all(Array.from({ length: 10 }, writeTenTimes))
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

test('no acknowledged SQLite write is lost when the process is killed', async () => {
  const place = { file: join(mkdtempSync(join(tmpdir(), 'corroborate-sqlite-')), 'test.db'), migrations }
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
