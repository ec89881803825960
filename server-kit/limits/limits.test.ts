import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { HttpProblem } from '../http/index.ts'
import { secret } from '../settings/index.ts'
import { testLogger } from '../testing/index.ts'
import { networksOf } from './address-key.ts'
import { addressKey, createLimits, type LimitsOptions } from './index.ts'

const table = {
  votePerAddress: { points: 3, perSeconds: 60 },
  mailPerAccount: { points: 1, perSeconds: 1 },
}

const make = (options: Partial<LimitsOptions> = {}) => {
  const { logger, lines } = testLogger()
  const limits = createLimits(table, { prefix: `test-${crypto.randomUUID()}`, logger, ...options })
  onTestFinished(() => limits.close())
  return { limits, lines }
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const redisServer = 'redis-server'

/** A Redis of its own that a test may stop; null when this machine has none, which in CI is an error. */
const startRedis = async (port: number): Promise<ChildProcess | null> => {
  const child = spawn(redisServer, ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'])
  const started = await new Promise<boolean>(resolve => {
    child.on('error', () => resolve(false))
    child.stdout?.on('data', (data: Buffer) => data.toString().includes('Ready to accept') && resolve(true))
  })
  // biome-ignore lint/style/noProcessEnv: whether a test may be skipped is a setting of the tests
  if (!started && process.env.CI) throw new Error('redis-server is not installed.')
  if (!started) return null
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const kinds = async (times: number, take: () => Promise<{ kind: string }>) =>
  (await Promise.all(Array.from({ length: times }, take))).filter(({ kind }) => kind === 'allowed').length

describe('in-memory limits', () => {
  test('a key uses up its points and then must wait', async () => {
    const { limits } = make()
    expect(await limits.take('votePerAddress', 'a')).toEqual({
      kind: 'allowed',
      remaining: 2,
      points: 3,
      resetSeconds: 60,
    })
    expect(await kinds(20, () => limits.take('votePerAddress', 'a'))).toBe(2)
    const refused = await limits.take('votePerAddress', 'a')
    expect(refused).toEqual({ kind: 'refused', points: 3, retryAfterSeconds: expect.any(Number) })
    expect(refused.kind === 'refused' && refused.retryAfterSeconds).toBeGreaterThan(50)
  })

  test('keys and limits are independent', async () => {
    const { limits } = make()
    expect(await kinds(4, () => limits.take('votePerAddress', 'a'))).toBe(3)
    expect(await kinds(4, () => limits.take('votePerAddress', 'b'))).toBe(3)
    expect(await kinds(4, () => limits.take('mailPerAccount', 'a'))).toBe(1)
  })

  test('points are restored after the window', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { limits } = make()
    expect(await kinds(2, () => limits.take('mailPerAccount', 'a'))).toBe(1)
    vi.advanceTimersByTime(1_050)
    expect(await kinds(2, () => limits.take('mailPerAccount', 'a'))).toBe(1)
  })

  test('points are restored by a reset', async () => {
    const { limits } = make()
    await kinds(5, () => limits.take('votePerAddress', 'a'))
    await limits.forgive('votePerAddress', 'a')
    expect(await kinds(5, () => limits.take('votePerAddress', 'a'))).toBe(3)
  })

  test('the scale multiplies limits and never goes below one point', async () => {
    expect(
      await kinds(
        100,
        (
          l => () =>
            l.take('votePerAddress', 'a')
        )(make({ scale: 10 }).limits),
      ),
    ).toBe(30)
    expect(
      await kinds(
        100,
        (
          l => () =>
            l.take('votePerAddress', 'a')
        )(make({ scale: 0.01 }).limits),
      ),
    ).toBe(1)
  })

  test('handlers return 429 with a message and Retry-After, and it is counted', async () => {
    const metrics = createMetrics()
    const { limits } = make({ metrics })
    await limits.require('mailPerAccount', 'a')
    const problem = await limits.require('mailPerAccount', 'a').catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(HttpProblem)
    expect(problem).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      message: 'That was too often. Try again in a few seconds.',
    })
    expect(await metrics.read()).toContain('limit_refusals_total{limit="mailPerAccount"} 1')
  })
})

test('a limit that cannot be counted rejects nobody and is logged', async () => {
  const { limits, lines } = make()
  const broken = vi.spyOn(RateLimiterMemory.prototype, 'consume').mockRejectedValue(new Error('broken'))
  onTestFinished(() => broken.mockRestore())
  for (let n = 0; n < 5; n++) {
    expect(await limits.take('votePerAddress', 'a')).toEqual({
      kind: 'allowed',
      remaining: 3,
      points: 3,
      resetSeconds: 60,
    })
  }
  expect(lines[0]).toMatchObject({ msg: 'a limit could not be counted', limit: 'votePerAddress' })
})

describe('limits overview for operators', () => {
  test('keys over half their limit are listed by hash prefix until reset', async () => {
    const { limits } = make()
    await limits.take('votePerAddress', { address: '192.0.2.1' })
    expect(limits.nearEdge()).toEqual([])
    await limits.take('votePerAddress', { address: '192.0.2.1' })
    await limits.take('mailPerAccount', 'ada@example.org')
    expect(limits.nearEdge()).toEqual([
      expect.objectContaining({ limit: 'mailPerAccount', spent: 1, points: 1, key: expect.stringMatching(/^.{8}$/) }),
      expect.objectContaining({ limit: 'votePerAddress', spent: 2, points: 3 }),
    ])
    await limits.forgive('votePerAddress', { address: '192.0.2.1' })
    await limits.forgive('mailPerAccount', 'ada@example.org')
    expect(limits.nearEdge()).toEqual([])
    expect(await limits.take('votePerAddress', { address: '192.0.2.1' })).toMatchObject({ remaining: 2 })
  })

  test('remaining points are read without using any, for the tightest network of an address', async () => {
    const { limits } = make()
    expect(await limits.spent('votePerAddress', 'a')).toEqual({ spent: 0, points: 3, resetSeconds: 0 })
    for (const last of [1, 2, 3]) await limits.take('votePerAddress', { address: `2001:db8:5:${last}00::1` })
    for (let n = 0; n < 3; n++)
      expect(await limits.spent('votePerAddress', { address: '2001:db8:5:900::1' })).toMatchObject({
        spent: 3,
        points: 12,
      })
  })
})

describe('usage check of a key', () => {
  test('usage of a key and limit is read without using points, until reset', async () => {
    const { limits, lines } = make()
    expect(await limits.hasSpent('votePerAddress', 'a')).toBe(false)
    await limits.take('votePerAddress', 'a')
    for (let n = 0; n < 5; n++) expect(await limits.hasSpent('votePerAddress', 'a')).toBe(true)
    expect(await limits.hasSpent('votePerAddress', 'b')).toBe(false)
    expect(await limits.hasSpent('mailPerAccount', 'a')).toBe(false)
    expect(await limits.take('votePerAddress', 'a')).toMatchObject({ kind: 'allowed', remaining: 1 })
    await limits.forgive('votePerAddress', 'a')
    expect(await limits.hasSpent('votePerAddress', 'a')).toBe(false)
    expect(lines).toEqual([])
  })

  test('unreadable usage counts as none and is logged', async () => {
    const { limits, lines } = make()
    await limits.take('votePerAddress', 'a')
    const broken = vi.spyOn(RateLimiterMemory.prototype, 'get').mockRejectedValue(new Error('broken'))
    onTestFinished(() => broken.mockRestore())
    expect(await limits.hasSpent('votePerAddress', 'a')).toBe(false)
    expect(lines[0]).toMatchObject({ msg: 'a limit could not be read', limit: 'votePerAddress' })
  })
})

describe('limit table', () => {
  const day = 24 * 60 * 60
  test.each([1, 60, 24 * day])('a window of %i s is accepted', perSeconds => {
    const { logger } = testLogger()
    expect(() => createLimits({ some: { points: 1, perSeconds } }, { prefix: 'test', logger })).not.toThrow()
  })

  test.each([0, 0.5, -1, Number.NaN, 24 * day + 1])('a window of %d s is rejected at startup', perSeconds => {
    const { logger } = testLogger()
    expect(() => createLimits({ some: { points: 1, perSeconds } }, { prefix: 'test', logger })).toThrow(
      /a window lasts 1 s to 24 days/,
    )
  })

  test('every requested limit is defined', async () => {
    const { limits } = make()
    await expect(limits.take('nothing' as 'mailPerAccount', 'a')).rejects.toThrow('There is no limit named nothing.')
  })

  test.each([
    [1, 'That was too often. Try again in a few seconds.'],
    [121, 'That was too often. Try again in 3 minutes.'],
    [24 * 60 * 60, 'That was too often. Try again tomorrow.'],
  ])('a rejection for %i s states the wait', async (perSeconds, words) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { logger } = testLogger()
    const limits = createLimits({ some: { points: 1, perSeconds } }, { prefix: 'test', logger })
    await limits.require('some', 'a')
    await expect(limits.require('some', 'a')).rejects.toThrow(words)
  })
})

describe('limits for IPv6 networks', () => {
  const sent = async (limits: ReturnType<typeof make>['limits'], addresses: readonly string[]) => {
    let allowed = 0
    for (const address of addresses) {
      if ((await limits.take('votePerAddress', { address })).kind === 'allowed') allowed++
    }
    return allowed
  }
  const networks = (count: number, write: (n: string) => string) =>
    Array.from({ length: count }, (_, n) => write(n.toString(16)))

  test('a /64 has the points of one sender, a /56 of two and a /48 of four', async () => {
    const { limits } = make()
    expect(
      await sent(
        limits,
        networks(20, n => `2001:db8:1:1::${n}`),
      ),
    ).toBe(3)
    expect(
      await sent(
        limits,
        networks(100, n => `2001:db8:2:${n}::1`),
      ),
    ).toBe(6)
    expect(
      await sent(
        limits,
        networks(100, n => `2001:db8:3:${n}00::1`),
      ),
    ).toBe(12)
    expect(
      await sent(
        limits,
        networks(20, n => `2001:db8:4${n}::1`),
      ),
    ).toBe(20)
  })

  test('a /64 that is over its limit does not affect its neighbors', async () => {
    const { limits } = make()
    expect(
      await sent(
        limits,
        networks(50, n => `2001:db8:1:1::${n}`),
      ),
    ).toBe(3)
    expect(
      await sent(
        limits,
        networks(50, n => `2001:db8:1:2::${n}`),
      ),
    ).toBe(3)
  })

  test('an IPv4 address is one sender, in IPv6 notation too, and its neighbors are separate', async () => {
    const { limits } = make()
    expect(await sent(limits, ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7'])).toBe(3)
    expect(
      await sent(
        limits,
        networks(20, n => `::ffff:cb00:71${n.padStart(2, '0')}`),
      ),
    ).toBe(19)
  })

  test('different limits are counted separately', async () => {
    const { limits } = make()
    const take = (about: string) => limits.take('mailPerAccount', { address: '2001:db8::1', about })
    expect([await take('a'), await take('a'), await take('b')].map(({ kind }) => kind)).toEqual([
      'allowed',
      'refused',
      'allowed',
    ])
  })

  test('the remaining points are those of the tightest network', async () => {
    const { limits } = make()
    await sent(limits, ['2001:db8:1:1::1', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:2::1'])
    expect(await limits.take('votePerAddress', { address: '2001:db8:1:3::1' })).toEqual({
      kind: 'allowed',
      remaining: 1,
      points: 6,
      resetSeconds: 60,
    })
  })
})

describe('limits in Redis', () => {
  test('nodes share limits; without Redis each counts alone, logs it once, and reconnects', async ({ skip }) => {
    const port = await freePort()
    const redis = await startRedis(port)
    if (redis === null) return skip('redis-server is not installed')
    const shared = { prefix: 'test', redisUrl: secret(`redis://127.0.0.1:${port}`) }
    const [one, two] = [make(shared), make(shared)]
    const remaining = async () => {
      const key = crypto.randomUUID()
      await one.limits.take('votePerAddress', key)
      const taken = await two.limits.take('votePerAddress', key)
      return taken.kind === 'allowed' && taken.remaining
    }
    await expect.poll(remaining).toBe(1)
    // On a machine busier than the Redis timeout the node counts alone, so the check is retried.
    const allowedOfTen = async () => {
      const key = crypto.randomUUID()
      const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 ? one : two))
      const taken = await Promise.all(nodes.map(({ limits }) => limits.take('votePerAddress', key)))
      return taken.filter(({ kind }) => kind === 'allowed').length
    }
    await expect.poll(allowedOfTen).toBe(3)

    redis.kill('SIGKILL')
    await once(redis, 'exit')
    expect(await kinds(10, () => one.limits.take('votePerAddress', 'b'))).toBe(3)
    await one.limits.forgive('votePerAddress', 'b')
    const saysAlone = () => one.lines.filter(line => String(line.msg).includes('counts its limits alone'))
    await expect.poll(saysAlone).toHaveLength(1)

    await startRedis(port)
    await expect.poll(() => one.lines.some(line => String(line.msg).includes('answers again'))).toBe(true)
    expect(saysAlone()).toHaveLength(1)
    expect((await one.limits.take('votePerAddress', 'a')).kind).toBe('allowed')
  })

  test('differently named servers count separately, and a closed one releases its connection', async ({ skip }) => {
    const port = await freePort()
    if ((await startRedis(port)) === null) return skip('redis-server is not installed')
    const redisUrl = secret(`redis://127.0.0.1:${port}`)
    const open = (prefix: string) => make({ prefix, redisUrl }).limits
    const [site, sameSite, identity] = [open('site'), open('site'), open('identity')]
    const remaining = async (first: typeof site, second: typeof site) => {
      const key = crypto.randomUUID()
      await first.take('votePerAddress', key)
      const taken = await second.take('votePerAddress', key)
      return taken.kind === 'allowed' && taken.remaining
    }
    await expect.poll(() => remaining(site, sameSite)).toBe(1)
    expect(await remaining(site, identity)).toBe(2)

    const observer = new Redis({ port, host: '127.0.0.1', lazyConnect: true })
    onTestFinished(() => observer.disconnect())
    const connections = async () =>
      String(await observer.client('LIST'))
        .trim()
        .split('\n').length
    expect(await connections()).toBe(4)
    await Promise.all([site.close(), sameSite.close(), identity.close()])
    await expect.poll(connections).toBe(1)
  })

  /** Installs timers controlled by the test. */
  const holdTimers = (): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('a hanging Redis delays a request by at most 250 ms', async ({ skip }) => {
    const port = await freePort()
    const redis = await startRedis(port)
    if (redis === null) return skip('redis-server is not installed')
    const { limits } = make({ redisUrl: secret(`redis://127.0.0.1:${port}`) })
    const observer = new Redis({ port, host: '127.0.0.1' })
    onTestFinished(() => observer.disconnect())
    // Counted there: the connection of the limits stands.
    const counted = async () => {
      await limits.take('votePerAddress', crypto.randomUUID())
      return observer.dbsize()
    }
    await expect.poll(counted).toBeGreaterThan(0)

    redis.kill('SIGSTOP')
    holdTimers()
    let answered = 0
    const taken = kinds(5, async () => {
      const outcome = await limits.take('votePerAddress', 'a')
      answered++
      return outcome
    })
    await vi.advanceTimersByTimeAsync(249)
    expect(answered).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(await taken).toBe(3)
  })

  test('a Redis that never responds delays no request', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const connected = once(silent, 'connection')
    const { limits } = make({ redisUrl: secret(`redis://127.0.0.1:${port}`) })
    await connected
    holdTimers()
    expect(await kinds(5, () => limits.take('votePerAddress', 'a'))).toBe(3)
  })
})

describe('networks of an address', () => {
  test.each([
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['2001:0db8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['2001:db8::1.2.3.4', '2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['2001:db8:a:12ff::1', '2001:db8:a:12ff::/64', '2001:db8:a:1200::/56', '2001:db8:a::/48'],
    ['2001::5:4:3:2:1', '2001:0:0:5::/64', '2001:0:0:0::/56', '2001:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('%s has the networks %s', (address, ...keys) => {
    expect(networksOf(address).map(({ key }) => key)).toEqual(keys)
    expect(addressKey(address)).toBe(keys[0])
  })

  test('all addresses and spellings of a /64 have the same networks', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(
        fc.tuple(group, group, group, group),
        fc.tuple(group, group, group, group),
        fc.boolean(),
        (net, host, upper) => {
          fc.pre(net.some(part => part !== 0))
          const padded = [...net, ...host].map(part => part.toString(16).padStart(4, '0')).join(':')
          const short = [...net, ...host].map(part => part.toString(16)).join(':')
          const first = addressKey([...net, 0, 0, 0, 1].map(part => part.toString(16)).join(':'))
          expect(addressKey(upper ? padded.toUpperCase() : short)).toBe(first)
        },
      ),
    )
  })
})
