import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { createLifecycle } from '../lifecycle/index.ts'
import { testLogger } from '../testing/index.ts'
import { belowAny } from './answer-problem.ts'
import { createHttp, type NodeHandler } from './index.ts'

/** A server with a Node handler at `/oauth` and a regular route at `/call`. */
const serve = async (handler: NodeHandler) => {
  const { logger, lines } = testLogger()
  const metrics = createMetrics()
  const app = createHttp({
    origin: 'http://localhost:5001',
    logger,
    metrics,
    nodeHandlers: { '/oauth': handler },
    problems: { toJson: (problem, id) => ({ sentence: problem.message, id }) },
  })
  app.post('/call', c => c.text('called'))
  const life = createLifecycle(2_000)
  const { port } = await life.listen({ name: 'test server', app, port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await life.end()))
  const requests = () => lines.filter(line => line.msg === 'request')
  return { at: `http://127.0.0.1:${port}`, port, life, metrics, lines, requests }
}

const echo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request)
  response.writeHead(201, { 'Content-Type': 'text/plain' }).end(`${request.method} ${request.url} ${body}`)
}

test('a Node handler gets the raw request and sets its own status', async () => {
  const { at } = await serve(echo)
  const answer = await fetch(`${at}/oauth/token?a=%2F`, { method: 'POST', body: 'grant_type=code' })
  expect([answer.status, await answer.text()]).toEqual([201, 'POST /oauth/token?a=%2F grant_type=code'])
  const put = await fetch(`${at}/oauth`, { method: 'PUT', body: '' })
  expect(await put.text()).toBe('PUT /oauth ')
})

test('a Node handler streams a body larger than routes allow', async () => {
  let seen = 0
  const { port } = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen === 10) response.writeHead(200).write('ten so far;')
    })
    request.on('end', () => response.end(`${seen} in all`))
  })
  const sent = httpRequest({ port, method: 'POST', path: '/oauth/upload', headers: { 'Transfer-Encoding': 'chunked' } })
  sent.write('x'.repeat(10))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(seen).toBe(10)
  sent.end('y'.repeat(200_000))
  expect(await text(answer)).toBe('ten so far;200010 in all')
})

test('Node handler requests have an id, log lines and metrics like any other', async () => {
  const { at, requests, metrics } = await serve(echo)
  const answer = await fetch(`${at}/oauth/token/secret`, { headers: { 'X-Request-Id': 'proxy-id-12345' } })
  expect(answer.headers.get('X-Request-Id')).toBe('proxy-id-12345')
  await expect.poll(requests).toHaveLength(1)
  expect(requests()[0]).toMatchObject({ requestId: 'proxy-id-12345', route: '/oauth/*', status: 201, method: 'GET' })
  expect(await metrics.read()).toContain('{method="GET",route="/oauth/*",status="201"} 1')
})

test('a Node handler controls its own CORS and may accept cross-site requests', async () => {
  const { at } = await serve((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '')
    response.setHeader('Vary', 'Origin')
    response.removeHeader('Cross-Origin-Resource-Policy')
    response.writeHead(request.method === 'OPTIONS' ? 204 : 200, { 'Content-Security-Policy': "default-src 'none'" })
    response.end()
  })
  const headers = { Origin: 'https://app.example.org', 'Sec-Fetch-Site': 'cross-site' }
  for (const [method, status] of [
    ['OPTIONS', 204],
    ['POST', 200],
  ] as const) {
    const answer = await fetch(`${at}/oauth/token`, { method, headers })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example.org')
    expect(answer.headers.get('Vary')).toBe('Origin')
    expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'")
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBeNull()
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
  expect((await fetch(`${at}/call`, { method: 'POST', headers })).status).toBe(403)
  expect((await fetch(`${at}/oauthentic`, { method: 'POST', headers })).status).toBe(403)
})

test.each(['throws', 'rejects'])(
  'a Node handler that %s before responding returns our error, and the connection stays open',
  async how => {
    const { port, lines, requests } = await serve((_, response) => {
      response.setHeader('Content-Type', 'image/png')
      response.setHeader('Content-Length', '5')
      response.setHeader('X-Half', 'said')
      if (how === 'throws') throw new Error('the provider says hunter2')
      return Promise.reject(new Error('the provider says hunter2'))
    })
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', data => {
      received += data
    })
    const body = 'x'.repeat(30_000)
    const call = `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    socket.write(call)
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 500 .*"sentence":"Something went wrong on our side/s)
    expect(received).toMatch(/content-type: application\/json/i)
    expect(received).not.toMatch(/hunter2|x-half/i)
    received = ''
    socket.write(call)
    await expect.poll(() => received).toContain('HTTP/1.1 500 ')
    await expect.poll(requests).toHaveLength(2)
    expect(requests()[0]).toMatchObject({ status: 500, route: '/oauth/*' })
    expect(lines.filter(line => line.msg === 'request failed')).toHaveLength(2)
  },
)

test('a Node handler failing during shutdown keeps Connection: close', async () => {
  const { at } = await serve((_, response) => {
    response.setHeader('Connection', 'close')
    throw new Error('no more')
  })
  const answer = await fetch(`${at}/oauth/token`)
  expect([answer.status, answer.headers.get('Connection')]).toEqual([500, 'close'])
})

test('a Node handler failing mid-response has its connection closed', async () => {
  const { at, lines } = await serve((_, response) => {
    response.writeHead(200).write('half of')
    throw new Error('no more')
  })
  const answer = fetch(`${at}/oauth/token`).then(response => response.text())
  await expect(answer).rejects.toThrow()
  await expect.poll(() => lines.some(line => line.msg === 'request failed')).toBe(true)
})

test('malformed URLs are rejected before reaching a Node handler', async () => {
  let asked = 0
  const { at } = await serve((_, response) => {
    asked += 1
    response.end()
  })
  expect((await fetch(`${at}/oauth/%00`)).status).toBe(400)
  expect((await fetch(`${at}/oauth/${'x'.repeat(9_000)}`)).status).toBe(414)
  expect(asked).toBe(0)
})

test('a Node handler notices a disconnected client without an error', async () => {
  const asked = Promise.withResolvers<void>()
  const { port, lines, requests } = await serve((request, response) => {
    asked.resolve()
    return echo(request, response)
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
  await asked.promise
  socket.destroy()
  await expect.poll(requests).toHaveLength(1)
  expect(requests()[0]).toMatchObject({ status: 400 })
  expect(lines.some(line => line.msg === 'request failed')).toBe(false)
})

test('a Node handler finishes its response during shutdown', async () => {
  const answering = Promise.withResolvers<ServerResponse>()
  const { at, life } = await serve((_, response) => answering.resolve(response))
  const answer = fetch(`${at}/oauth/slow`).then(response => response.text())
  const response = await answering.promise
  const ended = life.end()
  await expect.poll(() => fetch(`${at}/oauth/slow`).catch(() => 'refused')).toBe('refused')
  response.end('done')
  expect(await answer).toBe('done')
  expect(await ended).toBe(true)
})

test('a Node handler serves socket requests only', async () => {
  const { logger, lines } = testLogger()
  const app = createHttp({ origin: 'http://localhost:5001', logger, nodeHandlers: { '/oauth': echo } })
  expect((await app.request('/oauth/token')).status).toBe(500)
  const message = 'A Node handler answers only what came over a socket.'
  expect(lines.find(({ msg }) => msg === 'request failed')).toMatchObject({ err: { message } })
})

test('a Node handler serves its path and everything below', () => {
  const isBelow = belowAny(['/oauth', '/projects/:id{p-[0-9]+}/token'])
  const below = ['/oauth', '/oauth/', '/oauth/a/b', '/projects/p-123/token', '/projects/p-1/token/x']
  const elsewhere = ['/', '/oauthentic', '/a/oauth', '/projects/p-/token', '/projects/x/token', '/projects/p-1/tokens']
  expect([...below, ...elsewhere].filter(isBelow)).toEqual(below)
})
