import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { createHttp } from '../http/index.ts'
import { createLifecycle } from '../lifecycle/index.ts'
import { testLogger } from '../testing/index.ts'
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
  app.get('/metrics', async c => c.text(await metrics.read()))

  // Skips waiting for active requests after a test failure.
  const life = createLifecycle(500)
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
  /** Begins to send a vote, and stops in the middle of it; resolves when the server has read so far. */
  const sendSlowly = async (head: string, part = '') => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.setEncoding('utf8').on('data', text => {
      heard += text
    })
    // Another request precedes it in the same packet. Its response shows that the rest was read.
    const host = 'Host: localhost\r\n'
    socket.write(`GET /health/live HTTP/1.1\r\n${host}\r\nPOST /vote HTTP/1.1\r\n${host}${head}\r\n\r\n${part}`)
    await expect.poll(() => heard).toContain('live')
    return { socket, heard: () => heard }
  }
  return {
    ask,
    post,
    fill,
    sendSlowly,
    lines,
    held: () => held,
    letGo: () => hold.resolve(),
    holdAgain: () => {
      hold = Promise.withResolvers()
    },
  }
}

describe('load shedding', () => {
  test('requests over the limit are rejected at once while other kinds are served', async () => {
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

  test('the server recovers after overload, repeatedly', async () => {
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

  test('a request waiting too long for a slot is rejected', async () => {
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

  test('a request of a disconnected client is skipped and frees its slot', async () => {
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

  test('input is read between requests, with equal time for work', async () => {
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
    // It took 20: a request that comes now waits so long, and no longer.
    arrive('j')
    clock.now += 20
    await turn()
    expect(worked).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
  })

  test('slow clients occupy no slot, however many there are', async () => {
    const { post, sendSlowly } = await serve()
    const slow = await Promise.all([
      ...Array.from({ length: 20 }, () => sendSlowly('Content-Length: 9', 'xxx')),
      ...Array.from({ length: 20 }, () => sendSlowly('Transfer-Encoding: chunked', '3\r\nxxx\r\n')),
    ])
    for (let n = 0; n < 5; n++) expect(await (await post('/vote')).text()).toBe('a vote of 9 bytes')
    // Half of them go away, the others come to the end.
    slow.forEach(({ socket }, n) => {
      if (n % 2 === 0) socket.destroy()
      else socket.write(n < 20 ? 'xxxxxx' : '6\r\nxxxxxx\r\n0\r\n\r\n')
    })
    const ended = slow.filter((_, n) => n % 2 === 1).map(({ heard }) => heard)
    await expect
      .poll(() => ended.every(heard => heard().includes('HTTP/1.1 503') || heard().includes('a vote of 9')))
      .toBe(true)
    expect(ended.some(heard => heard().includes('a vote of 9'))).toBe(true)
    expect((await post('/vote')).status).toBe(200)
  })

  test('a body up to the limit is read, and a longer one is rejected at once', async () => {
    const { ask } = await serve()
    const send = (size: number, chunked: boolean) =>
      ask('/vote', {
        method: 'POST',
        headers: { ...json, origin: 'http://localhost' },
        body: chunked ? new Blob(['x'.repeat(size)]).stream() : 'x'.repeat(size),
        ...(chunked && { duplex: 'half' as const }),
      })
    for (const chunked of [false, true]) {
      for (const size of [0, 1, 63_999, 64_000])
        expect(await (await send(size, chunked)).text()).toBe(`a vote of ${size} bytes`)
      for (const size of [64_001, 500_000]) expect((await send(size, chunked)).status).toBe(413)
    }
  })

  test('overload is logged once rather than per request', async () => {
    const { ask, fill, lines } = await serve()
    await fill()
    for (let n = 0; n < 20; n++) await ask('/page')
    expect(lines.filter(({ msg }) => msg === 'request refused')).toMatchObject([
      { refused: '503 /page, too many requests' },
    ])
  })

  test('rejections are JSON for API clients and a self-contained page for browsers', async () => {
    const { ask, fill } = await serve({ headersOf: () => ({ 'Access-Control-Allow-Origin': 'https://a.example' }) })
    const { refused } = await fill()
    expect(refused.headers.get('content-type')).toBe('application/json')
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://a.example')
    expect(await refused.json()).toEqual({
      said: 'We are busy right now. Try again in a moment.',
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

  test('preflights are admitted so that the actual request can return its error', async () => {
    const allowed = { 'Access-Control-Allow-Origin': 'https://a.example', 'Access-Control-Allow-Methods': 'POST' }
    const { ask, fill, lines } = await serve({ preflightHeadersOf: ({ url }) => (url === '/page' ? allowed : null) })
    await fill()
    lines.length = 0
    const preflight = { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } }
    const answer = await ask('/page', preflight)
    expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([204, 'no-store', ''])
    for (const [name, value] of Object.entries(allowed)) expect(answer.headers.get(name)).toBe(value)
    expect(await (await ask('/metrics')).text()).toContain('requests_shed_total{share="/page"} 1')
    // Without its header the request is not a preflight, and other paths have no cross-origin access.
    expect((await ask('/page', { method: 'OPTIONS' })).status).toBe(503)
    expect((await ask('/page?a', preflight)).status).toBe(503)
  })

  test('the error page names what was requested when it matters', async () => {
    const { fill } = await serve({ sentences: { '/page': 'Search service is currently unavailable.' } })
    const { refused } = await fill()
    expect(await refused.json()).toMatchObject({ said: 'Search service is currently unavailable.' })
  })
})
