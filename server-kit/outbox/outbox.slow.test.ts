import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeStore, type StoreUnderTest } from '../testing/index.ts'
import { type OutboxTables, outboxMigrations } from './index.ts'
import { isEmpty, makeOutbox, until, work } from './testing/index.ts'

describeStore<OutboxTables>('the outbox, with much to do,', outboxMigrations, (open, store: StoreUnderTest) => {
  test('four workers on two nodes run 500 jobs once each, never concurrently', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    const outbox = makeOutbox(db)
    const runs = new Map<string, number>()
    const atWork = new Set<string>()
    for (const handle of [db, other, db, other]) {
      work(
        handle,
        {
          mail: async ({ to }) => {
            expect(atWork.has(to)).toBe(false)
            atWork.add(to)
            if (Math.random() < 0.2) await sleep(Math.random() * 5)
            runs.set(to, (runs.get(to) ?? 0) + 1)
            atWork.delete(to)
          },
        },
        // A lease that no job outlasts, however busy the machine: one that ends lets another worker begin the job again.
        { concurrency: 8, lease: 60_000 },
      )
    }
    const add = (index: number) =>
      db.transaction().execute(tx => outbox.enqueue(tx, { kind: 'mail', payload: { to: `${index}` } }))
    // In small batches, because connection pool timeouts are not under test here.
    for (let from = 0; from < 500; from += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(from + index)))
    await until(isEmpty(db), { timeout: 50_000 })
    expect(runs.size).toBe(500)
    expect([...runs.values()].filter(count => count !== 1)).toEqual([])
  })

  test('intermittently failing jobs all complete and none is lost', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    const done = new Set<string>()
    for (const handle of [db, await store.openAgain(db)]) {
      work(
        handle,
        {
          mail: async ({ to }) => {
            if (Math.random() < 0.4) throw new Error('now and then')
            done.add(to)
          },
        },
        { maxAttempts: 1_000 },
      )
    }
    for (let index = 0; index < 100; index++) await outbox.enqueue(db, { kind: 'mail', payload: { to: `${index}` } })
    await until(isEmpty(db), { timeout: 50_000 })
    expect(done.size).toBe(100)
  })

  test('killing a worker at any moment loses no job', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    const folder = mkdtempSync(join(tmpdir(), 'corroborate-outbox-'))
    const record = join(folder, 'done')
    writeFileSync(record, '')
    const script = join(folder, 'worker.ts')
    const kit = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs'
       import { openDatabase } from ${kit('../database/index.ts')}
       import { createLogger } from ${kit('../logging/index.ts')}
       import { createOutbox, outboxMigrations } from ${kit('./index.ts')}
       const db = await openDatabase({ ...${JSON.stringify(store.placeOf(db))}, migrations: outboxMigrations, now: Date.now })
       createOutbox(db, { logger: createLogger('silent'), now: Date.now }).startWorker({
         mail: async ({ to }) => {
           await new Promise(resolve => setTimeout(resolve, Math.random() * 10))
           appendFileSync(${JSON.stringify(record)}, to + '\\n')
         },
       }, ${JSON.stringify({ poll: 20, lease: 1_500, maxAttempts: 50 })})`,
    )
    const jobs = 200
    await Promise.all(
      Array.from({ length: jobs }, (_, index) => outbox.enqueue(db, { kind: 'mail', payload: { to: `${index}` } })),
    )
    for (let kill = 0; kill < 4; kill++) {
      const child = spawn(process.execPath, [script], { stdio: 'ignore' })
      const gone = new Promise(resolve => child.on('exit', resolve))
      const before = readFileSync(record, 'utf8').length
      await until(() => readFileSync(record, 'utf8').length > before)
      await sleep(Math.random() * 50)
      child.kill('SIGKILL')
      await gone
    }
    work(db, { mail: async ({ to }) => appendFileSync(record, `${to}\n`) }, { maxAttempts: 50 })
    await until(isEmpty(db))
    const done = readFileSync(record, 'utf8').trim().split('\n')
    expect(new Set(done).size).toBe(jobs)
    // Twice only those that were under way when their worker was killed: four at a time.
    expect(done.length - jobs).toBeLessThanOrEqual(16)
  })
})
