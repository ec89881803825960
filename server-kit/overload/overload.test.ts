import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMetrics } from '@corroborate/server-kit/health'
import { createHttp } from '@corroborate/server-kit/http'
import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { testLogger } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type OverloadOptions, shedLoad } from './index.ts'

const json = { accept: 'application/json' }
const html = { accept: 'text/html,application/xhtml+xml' }

/**
 * A real server with room for two of a kind at work and three waiting. A page, a vote and a webhook are answered only once
 * they are let go.
 */
const serve = async (options: Partial<OverloadOptions<string>> = {}) => {
  const { logger, lines } = testLogger()
  const metrics = createMetrics()
  const app = createHttp({ origin: 'http://localhost', logger, metrics })
  let held = 0
  let hold = Promise.withResolvers<void>()
  app.get('/page', async c => {
    held++
    await hold.promise
    return c.text('a page')
  })
  app.post('/vote', async c => c.text(`a vote of ${(await c.req.text()).length} bytes`))
  app.post('/webhook', c => c.text('thank you'))
  app.get('/health/live', c => c.json({ status: 'live' }))
  app.get('/metrics', async c => c.text(await metrics.registry.metrics()))

  const life = createLifecycle()
  const { port } = await life.listen({
    name: 'test server',
    app,
    port: 0,
    host: '127.0.0.1',
    problems: { toJson: (problem, requestId) => ({ said: problem.message, kind: problem.kind, requestId }) },
    overload: {
      shareOf: (_, path) => path,
      capacity: { atWork: 2, waiting: 3 },
      patience: 60_000,
      logger,
      metrics,
      ...options,
    },
  })
  onTestFinished(async () => {
    hold.resolve()
    await life.end()
  })
  const origin = `http://127.0.0.1:${port}`
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(origin + path, { headers: json, ...init })
  const post = (path: string): Promise<Response> =>
    ask(path, { method: 'POST', headers: { ...json, origin: 'http://localhost' }, body: 'x'.repeat(9) })

  /** Sends as many pages as have room, and one more; resolves with the refusal. The others are still under way. */
  const fill = async (): Promise<{ refused: Response; others: Promise<Response>[] }> => {
    const all = Array.from({ length: 6 }, () => ask('/page'))
    const refused = await Promise.race(all)
    const first = await Promise.all(all.map(async one => (await Promise.race([one, null])) === refused))
    return { refused, others: all.filter((_, n) => !first[n]) }
  }
  return {
    ask,
    post,
    fill,
    lines,
    held: () => held,
    letGo: () => hold.resolve(),
    holdAgain: () => {
      hold = Promise.withResolvers()
    },
  }
}

describe('8.14: a server that has too much to do', () => {
  test('refuses what has no room at once, and answers what is of another kind', async () => {
    const { ask, post, fill, held, letGo } = await serve()
    const { refused, others } = await fill()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect((await ask('/page')).status).toBe(503)
    expect(held()).toBe(2)

    expect(await (await post('/vote')).text()).toBe('a vote of 9 bytes')
    expect(await (await post('/webhook')).text()).toBe('thank you')
    expect((await ask('/health/live')).status).toBe(200)
    expect(await (await ask('/metrics')).text()).toContain('requests_shed_total{share="/page"} 2')

    letGo()
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await ask('/page')).status).toBe(200)
  })

  test('is as it was when the crowd has gone: it fills and empties again and again', async () => {
    const { fill, letGo, holdAgain, held } = await serve()
    for (let time = 1; time <= 5; time++) {
      const { refused, others } = await fill()
      expect(refused.status).toBe(503)
      letGo()
      for (const answer of await Promise.all(others)) expect(answer.status).toBe(200)
      expect(held()).toBe(5 * time)
      holdAgain()
    }
  })

  test('sends away who waits too long for a place', async () => {
    const { fill, held, letGo } = await serve({ patience: 20 })
    const { others } = await fill()
    const answered: number[] = []
    for (const other of others) void other.then(({ status }) => answered.push(status))
    await expect.poll(() => answered).toEqual([503, 503, 503])
    expect(held()).toBe(2)
    letGo()
    const statuses = (await Promise.all(others)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(2)
  })

  test('does no work for whoever has gone, and has room for the next', async () => {
    const { logger } = testLogger()
    const worked: unknown[] = []
    const letIn = shedLoad(
      { shareOf: () => 'page', capacity: { atWork: 1, waiting: 1 }, logger, metrics: createMetrics() },
      { answer: (_, outgoing) => void worked.push(outgoing) },
    )
    const incoming = { method: 'GET', url: '/page', headers: {} } as IncomingMessage
    const gone = { destroyed: false } as ServerResponse
    const here = { destroyed: false } as ServerResponse
    letIn(incoming, gone)
    letIn(incoming, here)
    gone.destroyed = true
    while (worked.length === 0) await new Promise(setImmediate)
    expect(worked).toEqual([here])
  })

  test('reads what arrives between requests, and works for as long as reading took', async () => {
    const { logger } = testLogger()
    const worked: string[] = []
    const clock = { now: 0 }
    const letIn = shedLoad(
      { shareOf: () => 'page', capacity: { atWork: 9, waiting: 9 }, logger, metrics: createMetrics() },
      {
        answer: ({ url = '' }) => {
          worked.push(url)
          clock.now += 10
        },
      },
      () => clock.now,
    )
    const arrive = (url: string) => letIn({ method: 'GET', url, headers: {} } as IncomingMessage, {} as ServerResponse)
    const turn = () => new Promise(setImmediate)

    for (const url of ['a', 'b', 'c', 'd', 'e', 'f']) arrive(url)
    await turn()
    expect(worked).toEqual(['a'])
    await turn()
    expect(worked).toEqual(['a', 'b'])
    arrive('g')
    await turn()
    expect(worked).toEqual(['a', 'b'])
    await turn()
    expect(worked).toEqual(['a', 'b', 'c'])
    clock.now += 15
    await turn()
    expect(worked).toEqual(['a', 'b', 'c', 'd', 'e'])
    for (const url of ['h', 'i']) arrive(url)
    clock.now += 60
    await turn()
    expect(worked).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  })

  test('says so once in the log, not with every request', async () => {
    const { ask, fill, lines } = await serve()
    await fill()
    for (let n = 0; n < 20; n++) await ask('/page')
    expect(lines.filter(({ msg }) => msg === 'too many requests: some are answered 503')).toHaveLength(1)
  })

  test('tells programs in its own words, and people on a page that needs nothing else', async () => {
    const { ask, fill } = await serve({ headersOf: () => ({ 'Access-Control-Allow-Origin': 'https://a.example' }) })
    const { refused } = await fill()
    expect(refused.headers.get('content-type')).toBe('application/json')
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://a.example')
    expect(await refused.json()).toEqual({
      said: 'We are busy just now. Try again in a moment.',
      kind: 'unavailable',
      requestId: refused.headers.get('x-request-id'),
    })
    const page = await ask('/page', { headers: html })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
    const text = await page.text()
    expect(text).toContain('<a href="">try again</a>')
    expect(text).not.toMatch(/<link|<script|src=/)
    expect(text.length).toBeLessThan(1_500)
  })

  test('tells whoever asked for something special what that is', async () => {
    const { fill } = await serve({ sentences: { '/page': 'Search service is currently unavailable.' } })
    const { refused } = await fill()
    expect(await refused.json()).toMatchObject({ said: 'Search service is currently unavailable.' })
  })
})
