import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './index.ts'
import { restartDelay } from './place.ts'
import type { TestRequest } from './testing/worker.ts'

type TestPool = WorkerPool<TestRequest, unknown>

const script = new URL('./testing/worker.ts', import.meta.url)
const pools: TestPool[] = []
afterEach(() => Promise.all(pools.splice(0).map(pool => pool.close())))

const open = (options: Partial<WorkerPoolOptions> = {}): TestPool => {
  const pool: TestPool = createWorkerPool({ script, threads: 1, maxQueue: 100, timeout: 20_000, ...options })
  pools.push(pool)
  return pool
}

const echo = (pool: TestPool, text: string) => pool.run({ do: 'echo', text })

describe('worker pool request', () => {
  test('each request gets its own response from the script', async () => {
    const pool = open({ threads: 2 })
    const texts = Array.from({ length: 50 }, (_, index) => `request ${index}`)
    expect(await Promise.all(texts.map(text => echo(pool, text)))).toEqual(texts)
  })

  test('a request receives the pool’s data and its remaining time', async () => {
    const pool = open({ workerData: { file: 'works.sqlite' }, timeout: 15_000 })
    expect(await pool.run({ do: 'say-data' })).toEqual({ file: 'works.sqlite' })
    const timeLeft = (await pool.run({ do: 'say-time-left' })) as number
    expect(timeLeft).toBeGreaterThan(0)
    expect(timeLeft).toBeLessThanOrEqual(15_000)
  })

  test('an exception in the handler fails that request only', async () => {
    const pool = open()
    const thread = await pool.run({ do: 'say-thread' })
    const failure = { name: 'WorkerPoolError', reason: 'failed', message: 'not this one' }
    await expect(pool.run({ do: 'throw' })).rejects.toMatchObject(failure)
    expect(await pool.run({ do: 'say-thread' })).toBe(thread)
  })

  test('requests are answered in order', async () => {
    const pool = open()
    const answered: number[] = []
    await Promise.all(Array.from({ length: 20 }, (_, n) => echo(pool, String(n)).then(() => answered.push(n))))
    expect(answered).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  test('a request is rejected at once when the queue is full', async () => {
    const pool = open({ maxQueue: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => echo(pool, String(index))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of outcomes.slice(3)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'queue-full' } })
    }
  })

  test('a request can log a message', async () => {
    const told: string[] = []
    const pool = open({ onNotice: sentence => told.push(sentence) })
    await pool.run({ do: 'notify', sentence: 'the index is old' })
    expect(told).toEqual(['the index is old'])
  })
})

describe('hanging thread', () => {
  test('a hanging thread is replaced, and pending requests are answered', async () => {
    const pool = open({ timeout: 500, startTimeout: 20_000 })
    const thread = await pool.run({ do: 'say-thread' })
    const stuck = pool.run({ do: 'spin' })
    await expect(stuck).rejects.toMatchObject({ reason: 'timeout' })
    const next = await pool.run({ do: 'say-thread' })
    expect(next).not.toBe(thread)
  })

  test('a hanging thread does not block the others', async () => {
    const pool = open({ threads: 2, timeout: 1_000, startTimeout: 20_000 })
    await Promise.all([pool.run({ do: 'sleep', ms: 500 }), pool.run({ do: 'sleep', ms: 500 })])
    const stuck = pool.run({ do: 'spin' })
    expect(await echo(pool, 'beside it')).toBe('beside it')
    await expect(stuck).rejects.toMatchObject({ reason: 'timeout' })
  })

  test('the first response may take longer', async () => {
    const patientAtFirst = open({ timeout: 1, startTimeout: 20_000 })
    expect(await Promise.all(['a', 'b'].map(text => echo(patientAtFirst, text)))).toEqual(['a', 'b'])
    const hurried = open({ timeout: 20_000, startTimeout: 1 })
    await expect(echo(hurried, 'a')).rejects.toMatchObject({ reason: 'timeout' })
  })
})

describe('failing thread', () => {
  test.each(['exit', 'crash', 'fill-memory'] as const)(
    'a thread that fails by %s fails its request and is replaced',
    async how => {
      const told: string[] = []
      const pool = open({ onNotice: sentence => told.push(sentence) })
      const failing = pool.run({ do: how })
      const waiting = echo(pool, 'still here')
      await expect(failing).rejects.toMatchObject({ reason: how === 'fill-memory' ? 'over-limit' : 'failed' })
      expect(await waiting).toBe('still here')
      expect(told).toHaveLength(how === 'exit' ? 0 : 1)
    },
  )

  test.each([undefined, 60_000])(
    'requests after a failing thread are answered (idle timeout %s)',
    async idleTimeout => {
      const pool = open(idleTimeout === undefined ? {} : { idleTimeout })
      await echo(pool, 'it has started')
      for (const how of ['exit', 'crash'] as const) {
        const failing = pool.run({ do: how })
        const waiting = echo(pool, 'still here')
        await expect(failing).rejects.toMatchObject({ reason: 'failed' })
        expect(await waiting).toBe('still here')
      }
    },
  )

  test.each([undefined, 60_000])(
    'a thread failing at startup is restarted until it answers (idle timeout %s)',
    async idleTimeout => {
      const file = join(mkdtempSync(join(tmpdir(), 'worker-pool-')), 'there')
      const { promise: failed, resolve: noteFailure } = Promise.withResolvers<string>()
      const pool = open({
        script: new URL('./testing/late-worker.ts', import.meta.url),
        workerData: { file },
        onNotice: noteFailure,
        ...(idleTimeout !== undefined && { idleTimeout }),
      })
      const asked = Promise.allSettled([echo(pool, 'a'), echo(pool, 'b')])
      expect(await failed).toBe('A worker thread failed: the file is not there yet')
      writeFileSync(file, '')
      expect(await asked).toContainEqual({ status: 'fulfilled', value: 'answered' })
    },
  )

  test('a thread that always fails rejects its requests in time without busy-looping', async () => {
    const told: string[] = []
    const broken = new URL('./testing/broken-worker.ts', import.meta.url)
    const pool = open({ script: broken, timeout: 1_500, onNotice: sentence => told.push(sentence) })
    const outcomes = await Promise.allSettled([echo(pool, 'a'), echo(pool, 'b'), echo(pool, 'c'), echo(pool, 'd')])
    for (const { status } of outcomes) expect(status).toBe('rejected')
    expect(told[0]).toBe('A worker thread failed: this script cannot be loaded')
    expect(told.length).toBeLessThan(8)
  })

  test('a thread restarts at once after a long life and otherwise with backoff', () => {
    expect([0, 1, 2, 3].map(failures => restartDelay(10, failures))).toEqual([100, 200, 400, 800])
    expect(restartDelay(10, 50)).toBe(5_000)
    expect(restartDelay(60_000, 5)).toBe(0)
  })
})

describe('idle timeout', () => {
  test('threads end after the idle timeout and start with the next request', async () => {
    const pool = open({ idleTimeout: 50 })
    const first = await pool.run({ do: 'say-thread' })
    expect(await pool.run({ do: 'say-thread' })).toBe(first)
    // Polls no more often than the timeout; otherwise no thread would be idle long enough.
    await expect.poll(() => pool.run({ do: 'say-thread' }), { interval: 500 }).not.toBe(first)
  })
})

describe('closing the pool', () => {
  test('closing completes pending requests and rejects new ones', async () => {
    const pool = open()
    const asked = Array.from({ length: 20 }, (_, index) => echo(pool, String(index)))
    await pool.close()
    expect(await Promise.all(asked)).toHaveLength(20)
    await expect(echo(pool, 'too late')).rejects.toMatchObject({ reason: 'closed' })
    await pool.close()
  })

  test('closing waits for a hanging thread no longer than its request may take', async () => {
    const pool = open({ timeout: 500, startTimeout: 1_500 })
    const stuck = pool.run({ do: 'spin' })
    const closed = pool.close()
    await expect(stuck).rejects.toMatchObject({ reason: 'timeout' })
    await closed
  })

  test('an open pool does not keep the process alive', async () => {
    const program = fileURLToPath(new URL('./testing/one-request.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 30_000 })
    expect(stdout.trim()).toBe('done')
  })
})

describe('request over its limits', () => {
  const runLimit = { cpu: 300, wall: 20_000 }

  test('a request that exhausts its CPU time fails, and the next runs on a new thread', async () => {
    const pool = open({ runLimit })
    const thread = await pool.run({ do: 'say-thread' })
    await expect(pool.run({ do: 'spin' })).rejects.toMatchObject({ reason: 'over-limit' })
    expect(await pool.run({ do: 'say-thread' })).not.toBe(thread)
  })

  test('a request that waits too long fails by wall-clock time', async () => {
    const pool = open({ runLimit: { cpu: 20_000, wall: 200 } })
    await expect(pool.run({ do: 'sleep', ms: 15_000 })).rejects.toMatchObject({ reason: 'over-limit' })
  })

  test('a request that exhausts its memory fails, and the next is not delayed', async () => {
    const pool = open({ memory: 32 })
    await echo(pool, 'started')
    for (let n = 0; n < 3; n++)
      await expect(pool.run({ do: 'fill-memory' })).rejects.toMatchObject({ reason: 'over-limit' })
    expect(await echo(pool, 'still here')).toBe('still here')
  })

  test('the time of earlier requests is not counted', async () => {
    const pool = open({ runLimit: { cpu: 20_000, wall: 1_000 } })
    for (let n = 0; n < 4; n++) expect(await pool.run({ do: 'sleep', ms: 400 })).toBe('slept')
  })
})

describe('several senders', () => {
  test('senders share the threads, so a busy sender leaves one to the others', async () => {
    const pool = open({ threads: 2, threadsPerSender: 1, runLimit: { cpu: 2_000, wall: 20_000 } })
    await Promise.all([pool.run({ do: 'sleep', ms: 300 }, 'a'), pool.run({ do: 'sleep', ms: 300 }, 'b')])
    const order: string[] = []
    const hostile = Array.from({ length: 3 }, () =>
      pool.run({ do: 'spin' }, 'hostile').catch(() => order.push('hostile')),
    )
    const others = Array.from({ length: 20 }, (_, n) =>
      pool.run({ do: 'echo', text: String(n) }, `other ${n % 2}`).then(() => order.push('other')),
    )
    await Promise.all([...hostile, ...others])
    expect(order.slice(0, 20)).toEqual(others.map(() => 'other'))
  })
})
