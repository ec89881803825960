import process from 'node:process'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { describeStore, testLogger } from '../testing/index.ts'
import {
  createOutbox,
  deleteDeadLetters,
  type Handlers,
  listDeadLetters,
  type OutboxTables,
  outboxMigrations,
  reviveDeadLetter,
  type WorkerOptions,
} from './index.ts'
import { isAnyDue } from './job-store.ts'
import { isEmpty, makeOutbox, type Payloads, rows, until, work } from './testing/index.ts'

/** Creates an outbox with an observed worker. */
const watched = (db: Kysely<OutboxTables>) => {
  const metrics = createMetrics()
  const { logger, lines } = testLogger()
  const outbox = createOutbox<Payloads>(db, { logger, metrics, now: Date.now })
  const outcomes = async () => {
    const text = await metrics.read()
    return [...text.matchAll(/^outbox_attempts_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, name, n]) => `${name} ${n}`)
  }
  const start = (handlers: Handlers<Payloads>, options: WorkerOptions = {}) => work(db, handlers, options, outbox)
  return { ...outbox, start, lines, outcomes }
}

const mail = { kind: 'mail', payload: { to: 'ada' } } as const
const refresh = (doi: string) => ({ kind: 'refresh', payload: { doi } }) as const
/** Long enough that nothing is found by looking now and then. */
const never = 600_000

describeStore<OutboxTables>('a worker', outboxMigrations, (open, store) => {
  test('a worker runs a limited number of jobs at once, whatever wakes it', async () => {
    const db = await open()
    const ends: (() => void)[] = []
    let running = 0
    let most = 0
    work(
      db,
      {
        mail: async () => {
          most = Math.max(most, ++running)
          await new Promise<void>(resolve => ends.push(resolve))
          running--
        },
      },
      { concurrency: 2, poll: never },
    )
    await Promise.all(Array.from({ length: 7 }, () => makeOutbox(db).enqueue(db, mail)))
    for (let ended = 0; ended < 7; ended++) {
      await until(() => ends.length > 0)
      ends.shift()?.()
    }
    await until(isEmpty(db))
    expect(most).toBe(2)
  })

  test('a worker misses no job that is added while it fetches others', async () => {
    const db = await open()
    let begun = 0
    const { promise: end, resolve: letThemEnd } = Promise.withResolvers<void>()
    const outbox = makeOutbox(db)
    work(
      db,
      {
        mail: async () => {
          begun++
          await end
        },
      },
      { concurrency: 100, poll: never },
    )
    for (let round = 1; round <= 20; round++) {
      const first = outbox.enqueue(db, mail)
      for (let turn = 0; turn < round % 5; turn++) await turnOfTheEventLoop()
      await Promise.all([first, outbox.enqueue(db, mail)])
      await until(() => begun === 2 * round)
    }
    letThemEnd()
    await until(isEmpty(db))
  })

  test('a worker counts the outcome of each attempt and logs it with the job', async () => {
    const db = await open()
    const { enqueue, start, lines, outcomes } = watched(db)
    let runs = 0
    start({
      mail: async () => {
        if (++runs === 1) throw new Error('x'.repeat(5_000))
      },
    })
    await enqueue(db, mail)
    await until(isEmpty(db))
    await expect.poll(outcomes).toEqual(['retried 1', 'done 1'])
    expect(lines.find(line => line.msg === 'a job failed: it will be tried again')).toMatchObject({
      kind: 'mail',
      job: expect.any(String),
      attempt: 1,
    })
  })

  test('a worker delays a failed job and stores a truncated error', async () => {
    const db = await open()
    const { enqueue, start } = watched(db)
    const failing = async () => {
      throw new Error('no '.repeat(1_000))
    }
    start({ mail: failing }, { delayAfter: () => never })
    const before = Date.now()
    await enqueue(db, mail)
    const failed = async () => (await rows(db)).find(({ state, attempts }) => state === 'waiting' && attempts === 1)
    await expect.poll(failed).toBeDefined()
    const row = await failed()
    expect(row?.due_at).toBeGreaterThanOrEqual(before + never)
    expect(row?.last_error).toHaveLength(1_000)
  })

  test('a stopped worker takes no more jobs and leaves nothing that keeps the process alive', async () => {
    const db = await open()
    const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
    const outbox = makeOutbox(db)
    let begun = 0
    const worker = work(db, { mail: async () => begun++ }, { concurrency: 1 })
    await outbox.enqueue(db, mail)
    await until(isEmpty(db))
    await turnOfTheEventLoop()
    const before = timers()
    await worker.stop(never)
    // Connections to PostgreSQL have timers of their own.
    if (store.engine === 'sqlite') expect(timers()).toBeLessThan(before)
    await outbox.enqueue(db, mail)
    work(db, { refresh: async () => {} })
    await outbox.enqueue(db, refresh('a'))
    await until(async () => (await rows(db)).length === 1)
    expect(begun).toBe(1)
  })

  test('that stops while it claims jobs finishes them first', async () => {
    const db = await open()
    let [begun, ended] = [0, 0]
    for (let turns = 0; turns < 6; turns++) {
      await makeOutbox(db).enqueue(db, mail)
      const worker = work(
        db,
        {
          mail: async () => {
            begun++
            for (let turn = 0; turn < 5; turn++) await turnOfTheEventLoop()
            ended++
          },
        },
        { poll: never },
      )
      for (let turn = 0; turn < turns; turn++) await turnOfTheEventLoop()
      await worker.stop(never)
      const left = (await rows(db)).length
      expect({ turns, begun, left }).toEqual({ turns, begun: ended, left: turns + 1 - ended })
    }
  })

  test('a worker recovers when its table is missing for a while, and reruns unrecorded jobs', async () => {
    const db = await open()
    const { enqueue, start, lines, outcomes } = watched(db)
    const move = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
    const said = (text: string) => () => lines.some(line => line.msg === text)
    let runs = 0
    start(
      {
        mail: async () => {
          if (++runs === 1) await move('outbox', 'elsewhere')
        },
      },
      { lease: 300 },
    )
    await enqueue(db, mail)
    await until(said('how a job ended could not be written down'))
    await until(said('the outbox could not be read'))
    await move('elsewhere', 'outbox')
    await until(isEmpty(db))
    expect(runs).toBe(2)
    await expect.poll(outcomes).toEqual(['lost 1', 'done 1'])
  })

  test('a worker counts a job taken over by another as lost', async () => {
    const db = await open()
    const { enqueue, start, outcomes } = watched(db)
    start(
      { mail: (_, { signal }) => new Promise(resolve => signal.addEventListener('abort', resolve)) },
      { lease: 3_000 },
    )
    await enqueue(db, mail)
    await until(async () => (await rows(db))[0]?.state === 'running')
    await db
      .updateTable('outbox')
      .set({ claim: 'other', due_at: Date.now() + never })
      .execute()
    await expect.poll(outcomes).toEqual(['lost 1'])
  })

  test('a worker loses no job whose failure cannot be recorded', async () => {
    // A trigger stands for a full disk.
    if (store.engine !== 'sqlite') return
    const db = await open()
    await sql`create trigger full before update on outbox when new.state = 'waiting'
      begin select raise(abort, 'the disk is full'); end`.execute(db)
    const { enqueue, start, outcomes } = watched(db)
    start({ mail: () => Promise.reject(new Error('no')) }, { lease: never })
    await enqueue(db, mail)
    await expect.poll(outcomes).toEqual(['lost 1'])
    expect(await rows(db)).toMatchObject([{ state: 'running', attempts: 1 }])
    await db.updateTable('outbox').set({ state: 'dead' }).execute()
    const [letter] = await listDeadLetters(db, 1)
    await expect(reviveDeadLetter(db, letter?.id ?? '', Date.now())).rejects.toThrow('the disk is full')
    expect(await rows(db)).toHaveLength(1)
  })

  test('a worker requires a handler', async () => {
    const db = await open()
    expect(() => work(db, {})).toThrow(TypeError)
  })

  test('a worker detects whether a job of its kinds is due', async () => {
    const db = await open()
    const now = Date.now()
    const due = (kinds: string[], at = now) => isAnyDue(db, kinds, at)
    expect(await due(['mail'])).toBe(false)
    await createOutbox<Payloads>(db, { logger: testLogger().logger, now: () => now }).enqueue(db, { ...mail, delay: 5 })
    expect([await due(['mail']), await due(['mail'], now + 5), await due(['refresh'], now + 5)]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describeStore<OutboxTables>('jobs that were given up', outboxMigrations, open => {
  test('dead letters are purged after their retention period', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    for (const doi of ['old', 'young', 'waiting']) await outbox.enqueue(db, { ...refresh(doi), key: doi })
    await db.updateTable('outbox').set({ state: 'dead' }).where('key', '<>', 'waiting').execute()
    await db.updateTable('outbox').set({ enqueued_at: 1_000 }).where('key', '<>', 'young').execute()
    await deleteDeadLetters(db, 1_000)
    expect(await rows(db)).toHaveLength(3)
    await deleteDeadLetters(db, 1_001)
    expect((await rows(db)).map(({ key }) => key).toSorted()).toEqual(['waiting', 'young'])
  })

  test('a revived dead letter is dropped while a newer job with its key is pending', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    await outbox.enqueue(db, { ...refresh('a'), key: 'a' })
    await db.updateTable('outbox').set({ state: 'dead', id: 'old' }).execute()
    await outbox.enqueue(db, { ...refresh('a'), key: 'a' })
    expect(await reviveDeadLetter(db, 'old', Date.now())).toBe(true)
    expect(await rows(db)).toMatchObject([{ state: 'waiting', key: 'a' }])
    expect(await listDeadLetters(db, 10)).toEqual([])
  })
})
