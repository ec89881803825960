import { get } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHttp } from '../http/index.ts'
import { secret } from '../settings/index.ts'
import { serveApp, testLogger } from '../testing/index.ts'
import { version } from '../version/index.ts'
import { createMetrics, type HealthOptions, healthRoutes } from './index.ts'

const serve = async ({ origin = 'http://localhost', ...options }: Partial<HealthOptions> = {}) => {
  const metrics = createMetrics()
  const app = createHttp({ origin, logger: testLogger().logger, metrics })
  app.route('/', healthRoutes({ origin, checks: {}, metrics, isDraining: () => false, ...options }))
  app.get('/hello/:name', c => c.text('hello'))
  return { address: await serveApp(app), metrics }
}

test('a responding process is live', async () => {
  const { address } = await serve({ checks: { database: () => Promise.reject(new Error('down')) } })
  const answer = await fetch(`${address}/health/live`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'live' }])
})

test.each(['/health/live', '/health/serving', '/health/ready', '/metrics'])(
  'responses of %s are current and uncached',
  async path => {
    const { address } = await serve()
    const answer = await fetch(`${address}${path}`)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  },
)

test('a node stays in the proxy until it shuts down, even if the database is unavailable', async () => {
  let isDraining = false
  const checks = { database: () => Promise.reject(new Error('down')) }
  const { address } = await serve({ checks, isDraining: () => isDraining })
  const ask = async () => {
    const answer = await fetch(`${address}/health/serving`)
    return [answer.status, await answer.json()]
  }
  expect(await ask()).toEqual([200, { status: 'serving' }])
  isDraining = true
  expect(await ask()).toEqual([503, { status: 'draining' }])
})

describe('readiness', () => {
  test('readiness succeeds when every check passes', async () => {
    const { address } = await serve({ checks: { database: async () => 1, index: async () => {} } })
    const answer = await fetch(`${address}/health/ready`)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', version }])
  })

  test('readiness names failed checks without their messages', async () => {
    const { address } = await serve({
      checks: { database: () => Promise.reject(new Error('password hunter2')), index: async () => {} },
    })
    const answer = await fetch(`${address}/health/ready`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', version, failed: ['database'] }])
  })

  test('readiness succeeds without an optional helper and names it', async () => {
    const { address } = await serve({
      checks: { database: async () => 1 },
      helpers: { search: () => Promise.reject(new Error('away')), mail: async () => {} },
    })
    const answer = await fetch(`${address}/health/ready`)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', version, away: ['search'] }])
  })

  test('readiness succeeds without a recommended setting and names it', async () => {
    const { address } = await serve({ missingSettings: ['SITE_CONTACT'] })
    const answer = await fetch(`${address}/health/ready`)
    const ready = { status: 'ready', version, missing_settings: ['SITE_CONTACT'] }
    expect([answer.status, await answer.json()]).toEqual([200, ready])
  })

  test('readiness does not wait for a hanging check', async () => {
    const { address } = await serve({ checks: { database: () => new Promise(() => {}) } })
    expect((await fetch(`${address}/health/ready`)).status).toBe(503)
  })

  test('readiness leaves no timer that keeps the process alive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const routes = healthRoutes({
      ...{ origin: 'http://localhost', metrics: createMetrics(), isDraining: () => false },
      checks: { database: async () => 1, index: () => Promise.reject(new Error('down')) },
    })
    expect((await routes.request('/health/ready')).status).toBe(503)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('readiness fails during shutdown', async () => {
    const { address } = await serve({ isDraining: () => true })
    const answer = await fetch(`${address}/health/ready`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'draining', version, failed: [] }])
  })
})

describe('metrics', () => {
  test('metrics report requests by route, the event loop, and feature metrics to localhost', async () => {
    const { address, metrics } = await serve()
    metrics.gauge('outbox_waiting_jobs', 'Jobs that wait.', async () => 7)
    await fetch(`${address}/hello/a`)
    await fetch(`${address}/hello/b`)
    const refused = metrics.counter('refused_total', 'Requests refused.', 'why')
    for (const why of ['busy', 'broken', 'busy']) refused(why)
    const answer = await fetch(`${address}/metrics`)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=/)
    const text = await answer.text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/hello/:name",status="200"} 2')
    expect(text).toContain('http_request_duration_seconds_bucket{le="0.05",method="GET",route="/hello/:name",')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).toContain('refused_total{why="busy"} 2')
    expect(text).toContain('refused_total{why="broken"} 1')
    expect(text).toContain('outbox_waiting_jobs 7')
  })

  test('metrics are not served to proxied requests', async () => {
    const { address } = await serve()
    expect((await fetch(`${address}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.7' } })).status).toBe(404)
  })

  // An external page whose name resolves to this machine (DNS rebinding) could read them.
  test.each(['evil.example', 'evil.example:5000', 'localhost.evil.example'])(
    'metrics are not served under a foreign host name: %s',
    async host => {
      const { address } = await serve()
      const { promise, resolve } = Promise.withResolvers<number | undefined>()
      get(`${address}/metrics`, { headers: { host } }, answer => resolve(answer.resume().statusCode))
      expect(await promise).toBe(404)
    },
  )

  // A proxy on the same machine need not add a header, so that its readers look like this machine.
  test.each([
    ['http://localhost:5000', 200],
    ['http://127.0.0.1:5000', 200],
    ['http://[::1]:5000', 200],
    ['http://papers.localhost:5000', 200],
    ['https://corroborate.example', 404],
    ['https://localhost.example', 404],
  ])('without a token, localhost reads the metrics of a server at %s: %i', async (origin, status) => {
    const { address } = await serve({ origin })
    expect((await fetch(`${address}/metrics`)).status).toBe(status)
  })

  test.each(['http://localhost:5000', 'https://corroborate.example'])(
    'with a token, metrics of %s require it, from localhost too',
    async origin => {
      const { address } = await serve({ origin, metricsToken: secret('0123456789abcdef') })
      const status = async (headers: Record<string, string>) => (await fetch(`${address}/metrics`, { headers })).status
      expect(await status({})).toBe(404)
      expect(await status({ Authorization: 'Bearer 0123456789abcdeg' })).toBe(404)
      expect(await status({ Authorization: 'Basic !!!' })).toBe(404)
      expect(await status({ Authorization: 'Bearer 0123456789abcdef' })).toBe(200)
      expect(await status({ Authorization: 'Bearer 0123456789abcdef', 'X-Forwarded-For': '203.0.113.7' })).toBe(200)
    },
  )
})
