import { describe, expect, test } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { describeStore, type StoreUnderTest, testLogger } from '../testing/index.ts'
import {
  createOutbox,
  GiveUp,
  type Handlers,
  listDeadLetters,
  type OutboxTables,
  outboxMigrations,
  reviveDeadLetter,
} from './index.ts'
import { isEmpty, makeOutbox, type Payloads, rows, until, work } from './testing/index.ts'
import { retryDelay } from './worker.ts'

describeStore<OutboxTables>('the outbox', outboxMigrations, (open, store: StoreUnderTest) => {
  test('a job runs at once when its transaction commits, and never when it rolls back', async () => {
    const db = await open()
    const seen: string[] = []
    work(db, { mail: async ({ to }) => seen.push(to) }, { poll: 60_000 })
    const outbox = makeOutbox(db)
    // The worker has completed its own poll. From here on it polls only when woken.
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'first' } })
    await until(() => seen.length === 1)
    await db
      .transaction()
      .execute(async tx => {
        await outbox.enqueue(tx, { kind: 'mail', payload: { to: 'nobody' } })
        throw new Error('no')
      })
      .catch(() => {})
    await db.transaction().execute(async tx => {
      await outbox.enqueue(tx, { kind: 'mail', payload: { to: 'ada' } })
      expect(seen).toEqual(['first'])
    })
    await until(() => seen.length === 2)
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'last' } })
    await until(() => seen.length === 3)
    expect(seen).toEqual(['first', 'ada', 'last'])
    await until(isEmpty(db))
    expect(await rows(db)).toEqual([])
  })

  test('a job does not run before its time', async () => {
    const db = await open()
    let ranAt = 0
    work(db, {
      mail: async () => {
        ranAt = Date.now()
      },
    })
    const earliest = Date.now() + 200
    await makeOutbox(db).enqueue(db, { kind: 'mail', payload: { to: 'ada' }, delay: 200 })
    await until(() => ranAt > 0)
    expect(ranAt).toBeGreaterThanOrEqual(earliest)
  })

  test('a short delay is timed exactly rather than by the next poll', async () => {
    const db = await open()
    const seen: string[] = []
    const outbox = makeOutbox(db)
    work(db, { mail: async ({ to }) => seen.push(to) }, { poll: 60_000 }, outbox)
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'ada' }, delay: 100 })
    await until(() => seen.length === 1)
  })

  test('jobs added by another process are found', async () => {
    const db = await open()
    const other = await store.openAgain(db)
    const seen: string[] = []
    work(db, { mail: async ({ to }) => seen.push(to) })
    await makeOutbox(other).enqueue(other, { kind: 'mail', payload: { to: 'ada' } })
    await until(() => seen.length === 1)
  })

  test('pending jobs with the same key are merged at the earlier time', async () => {
    const db = await open()
    const start = Date.now()
    const outbox = createOutbox<Payloads>(db, { logger: testLogger().logger, now: () => start })
    const later = 60_000
    const job = { kind: 'refresh', payload: { doi: '10.1/a' }, key: '10.1/a' } as const
    await outbox.enqueue(db, { ...job, delay: later })
    await outbox.enqueue(db, { ...job, delay: later - 1_000 })
    await outbox.enqueue(db, { ...job, delay: later + 1_000 })
    await outbox.enqueue(db, { ...job, key: '10.1/b', delay: later })
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'ada' }, key: '10.1/a', delay: later })
    const waiting = await rows(db)
    expect(waiting.map(row => `${row.kind} ${row.key}`).toSorted()).toEqual([
      'mail 10.1/a',
      'refresh 10.1/a',
      'refresh 10.1/b',
    ])
    expect(waiting.find(row => row.kind === 'refresh' && row.key === '10.1/a')?.due_at).toBe(start + later - 1_000)
  })

  test('a job is added while one of its key runs, which may have read stale data', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    let runs = 0
    work(db, {
      refresh: async () => {
        runs++
        if (runs === 1) await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'a' }, key: 'a' })
      },
    })
    await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'a' }, key: 'a' })
    await until(() => runs === 2)
    await until(isEmpty(db))
  })

  test('a failed job is dropped when a newer one with its key is pending', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    let runs = 0
    work(db, {
      refresh: async () => {
        runs++
        if (runs > 1) return
        await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'a' }, key: 'a', delay: 60_000 })
        throw new Error('no')
      },
    })
    await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'a' }, key: 'a' })
    await until(async () => runs === 1 && (await rows(db)).map(({ state }) => state).join() === 'waiting')
    await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'a' }, key: 'a' })
    await until(() => runs === 2)
    await until(isEmpty(db))
    expect(runs).toBe(2)
  })

  test('a failing job is retried, then becomes a dead letter with a redacted error', async () => {
    const db = await open()
    const attempts: number[] = []
    const ids = new Set<string>()
    work(db, {
      mail: async (_, { attempt, id }) => {
        attempts.push(attempt)
        ids.add(id)
        throw new Error(`no route to ada@example.org, attempt ${attempt}`)
      },
    })
    const outbox = makeOutbox(db)
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await until(async () => (await outbox.figures()).dead === 1)
    expect([attempts, ids.size]).toEqual([[1, 2, 3], 1])
    const [letter] = await listDeadLetters(db, 10)
    expect(letter).toMatchObject({ kind: 'mail', attempts: 3, last_error: 'no route to [email], attempt 3' })
    expect(JSON.parse(letter?.payload ?? '')).toEqual({ to: 'ada' })
  })

  test('a permanent failure becomes a dead letter at once, and can be revived', async () => {
    const db = await open()
    let runs = 0
    work(db, {
      mail: async () => {
        runs++
        if (runs === 1) throw new GiveUp('no such mailbox')
      },
    })
    const outbox = makeOutbox(db)
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await until(async () => (await outbox.figures()).dead === 1)
    const [letter] = await listDeadLetters(db, 10)
    expect(await reviveDeadLetter(db, letter?.id ?? '', Date.now())).toBe(true)
    expect(await reviveDeadLetter(db, 'unknown', Date.now())).toBe(false)
    await until(isEmpty(db))
    expect(runs).toBe(2)
  })

  test('jobs of unknown kinds are left to other workers', async () => {
    const db = await open()
    const seen: string[] = []
    work(db, { refresh: async ({ doi }) => seen.push(doi) })
    const outbox = makeOutbox(db)
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'a' } })
    await until(() => seen.length === 1)
    await outbox.enqueue(db, { kind: 'refresh', payload: { doi: 'b' } })
    await until(() => seen.length === 2)
    await until(async () => (await rows(db)).length === 1)
    expect((await rows(db)).map(row => [row.kind, row.attempts])).toEqual([['mail', 0]])
  })

  test('a job longer than its lease stays with its worker while it renews it', async () => {
    const db = await open()
    let runs = 0
    const lease = 1_500
    const handlers: Handlers<Payloads> = {
      mail: async () => {
        runs++
        const end = (await rows(db))[0]?.due_at ?? 0
        await until(async () => Date.now() > end && ((await rows(db))[0]?.due_at ?? 0) > end)
      },
    }
    work(db, handlers, { lease })
    work(await store.openAgain(db), handlers, { lease })
    await makeOutbox(db).enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await until(isEmpty(db))
    expect(runs).toBe(1)
  })

  test('a stopping worker finishes running jobs and takes no more', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    let begun = 0
    const { promise: end, resolve: letItEnd } = Promise.withResolvers<void>()
    const seen: string[] = []
    const worker = work(
      db,
      {
        mail: async ({ to }) => {
          begun++
          await end
          seen.push(to)
        },
      },
      { concurrency: 1 },
    )
    await db.transaction().execute(async tx => {
      await outbox.enqueue(tx, { kind: 'mail', payload: { to: 'first' } })
      await outbox.enqueue(tx, { kind: 'mail', payload: { to: 'second' } })
    })
    await until(() => begun === 1)
    const stopped = worker.stop()
    letItEnd()
    await stopped
    expect(seen).toEqual(['first'])
    expect((await rows(db)).map(row => row.state)).toEqual(['waiting'])
  })

  test('a job that does not finish is aborted by signal and returns to the queue', async () => {
    const db = await open()
    let begun = 0
    const worker = work(db, {
      mail: (_, { signal }) =>
        new Promise((_, reject) => {
          begun++
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    await makeOutbox(db).enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await until(() => begun === 1)
    await worker.stop(50)
    expect(await rows(db)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  test('a job that repeatedly crashes its worker becomes a dead letter', async () => {
    const db = await open()
    await makeOutbox(db).enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await db.updateTable('outbox').set({ attempts: 3, state: 'running', claim: 'gone', due_at: 1 }).execute()
    let runs = 0
    work(db, { mail: async () => runs++ })
    await until(async () => (await makeOutbox(db).figures()).dead === 1)
    expect(runs).toBe(0)
    expect((await rows(db))[0]?.last_error).toBe('Its worker ended before it did, each time.')
  })

  test('a worker whose lease expired no longer updates the job', async () => {
    const db = await open()
    const outbox = makeOutbox(db)
    const { promise: block, resolve: unblock } = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const worker = work(
      db,
      {
        mail: async (_, { signal }) => {
          signals.push(signal)
          await block
        },
      },
      { lease: 300 },
    )
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'ada' } })
    await until(() => signals.length === 1)
    // Another worker has taken it over.
    await db
      .updateTable('outbox')
      .set({ claim: 'other', due_at: Date.now() + 60_000 })
      .execute()
    await until(() => signals[0]?.aborted === true)
    unblock()
    await worker.stop()
    expect(await rows(db)).toMatchObject([{ state: 'running', claim: 'other' }])
  })

  test('outbox metrics are exported', async () => {
    const db = await open()
    const metrics = createMetrics()
    const start = Date.now()
    const outbox = createOutbox<Payloads>(db, { logger: testLogger().logger, metrics, now: () => start })
    expect(await outbox.figures()).toEqual({ waiting: 0, dead: 0, oldestDue: 0 })
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'a' }, delay: -90_000 })
    await outbox.enqueue(db, { kind: 'mail', payload: { to: 'b' }, delay: 90_000 })
    const text = await metrics.read()
    expect(text).toMatch(/^outbox_waiting_jobs 2$/m)
    expect(text).toMatch(/^outbox_dead_jobs 0$/m)
    expect(text).toMatch(/^outbox_oldest_due_seconds 90$/m)
  })
})

describe('retry backoff', () => {
  test('backoff doubles, with half of it random, up to an hour', () => {
    expect([1, 2, 3, 4].map(attempts => retryDelay(attempts, () => 1))).toEqual([1_000, 2_000, 4_000, 8_000])
    expect([1, 2, 3, 4].map(attempts => retryDelay(attempts, () => 0))).toEqual([500, 1_000, 2_000, 4_000])
    expect(retryDelay(500, () => 1)).toBe(3_600_000)
  })
})
