import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { CommitUnknown } from '../database/index.ts'
import { createMetrics } from '../health/index.ts'
import { createLifecycle } from '../lifecycle/index.ts'
import { serveApp, testLogger } from '../testing/index.ts'
import {
  createHttp,
  type HttpOptions,
  HttpProblem,
  logOf,
  nameRoute,
  nonceOf,
  type ProblemAnswers,
  readBody,
  staticFiles,
} from './index.ts'

const makeApp = (options: Partial<HttpOptions> = {}) => {
  const { logger, lines } = testLogger()
  const metrics = createMetrics()
  const app = createHttp({ origin: 'http://localhost:5000', logger, metrics, ...options })
  app.get('/page', c => c.html(`<script nonce="${nonceOf(c)}"></script>`))
  app.get('/plain', c => c.text('plain'))
  app.get('/raw', () => new Response('raw', { headers: { 'referrer-policy': 'no-referrer' } }))
  app.get('/papers/:doi{10\\..+}', c => c.text(c.req.param('doi')))
  app.post('/papers/:doi{10\\..+}/vote', c => c.text('voted'))
  app.post('/echo', async c =>
    c.json(await readBody(c, z.object({ name: z.string(), age: z.coerce.number().optional() }))),
  )
  app.post('/nothing', async c => c.json(await readBody(c, z.object({}))))
  app.get('/moved', () => Response.redirect('http://localhost:5000/plain', 302))
  app.get('/named/*', c => {
    nameRoute(c, '/:anything')
    return c.text('named')
  })
  app.get('/broken', () => {
    throw new Error('the database says hunter2')
  })
  app.get('/no-database', () => {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  })
  app.get('/refused', () => {
    throw new HttpProblem(429, 'Wait a minute.', { headers: { 'Retry-After': '60' } })
  })
  app.get('/protocol', () => {
    throw new HttpProblem(400, 'No.', { plainText: 'ERR' })
  })
  app.get('/log', c => {
    logOf(c).info('from the handler')
    return c.text('ok')
  })
  return { app, lines, metrics }
}

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Sends raw bytes, for malformed requests. */
const sendRaw = async (address: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', data => {
    answer += data
  })
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.write(bytes)
  await closed
  return answer
}

const rawRequest = (target: string, extra = '') =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${extra}\r\n`

describe('every response', () => {
  test('every response has a request id, also logged; a well-formed incoming id is kept', async () => {
    const { app, lines } = makeApp()
    const own = (await app.request('/log')).headers.get('X-Request-Id')
    expect(own).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines.map(line => line.requestId)).toEqual([own, own])
    const given = async (id: string) =>
      (await app.request('/log', { headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id')
    expect(await given('proxy-id-12345')).toBe('proxy-id-12345')
    expect(await given('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await given('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await given('x'.repeat(7))).toMatch(/^[0-9a-f-]{36}$/)
    for (const id of ['x'.repeat(64), 'x'.repeat(8)]) expect(await given(id)).toBe(id)
  })

  test.each(['/page', '/plain', '/raw', '/moved', '/missing', '/broken', '/refused', '/%'])(
    '%s has the security headers, over a socket and in process',
    async path => {
      const { app } = makeApp()
      const overSocket = await fetch((await serveApp(app)) + path, { redirect: 'manual' })
      for (const { headers } of [overSocket, await app.request(path)]) {
        expect(headers.get('X-Request-Id')).not.toBeNull()
        expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
        expect(headers.get('Referrer-Policy')).toBe(path === '/raw' ? 'no-referrer' : 'strict-origin-when-cross-origin')
        expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
        expect(headers.get('Permissions-Policy')).toContain('camera=()')
        expect(headers.get('Content-Security-Policy')).toMatch(/frame-ancestors 'none'.*script-src 'self'/)
        expect(headers.get('Content-Security-Policy')).not.toContain('unsafe-inline')
        expect(headers.get('Strict-Transport-Security')).toBeNull()
      }
    },
  )

  test('a security header set by the handler is kept', async () => {
    const { app } = makeApp()
    expect((await app.request('/raw')).headers.get('Referrer-Policy')).toBe('no-referrer')
    expect((await fetch(`${await serveApp(app)}/raw`)).headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  test('each page has a fresh nonce in its markup and CSP', async () => {
    const { app } = makeApp()
    const nonces = new Set<string>()
    for (let index = 0; index < 3; index++) {
      const answer = await app.request('/page')
      const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
      const policy = answer.headers.get('Content-Security-Policy')
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`)
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  test('HTTPS responses have HSTS, and pages may allow more sources', async () => {
    const { app } = makeApp({
      origin: 'https://papers.example.org',
      contentSources: { 'connect-src': ['https://id.example.org'], 'frame-ancestors': ["'self'"] },
    })
    const { headers } = await app.request('/page')
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=63072000')
    const policy = headers.get('Content-Security-Policy')
    expect(policy).toContain("connect-src 'self' https://id.example.org;")
    expect(policy).toContain("frame-ancestors 'self';")
    expect(policy).toContain('upgrade-insecure-requests')
  })
})

describe('security headers', () => {
  const headersOf = async (path: string, options: Partial<HttpOptions> = {}) =>
    (await makeApp(options).app.request(path)).headers

  test.each(['/page', '/plain', '/broken', '/missing', '/%'])('%s forbids base elements and embedding', async path => {
    const directives = ((await headersOf(path)).get('Content-Security-Policy') ?? '').split('; ')
    for (const directive of ["base-uri 'none'", "object-src 'none'", "frame-src 'none'", "form-action 'self'"]) {
      expect(directives).toContain(directive)
    }
  })

  test('the CSP allows only our own resources', async () => {
    const own = [
      "default-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ]
    const policyOf = async (options: Partial<HttpOptions> = {}) =>
      (await headersOf('/plain', options)).get('Content-Security-Policy')?.split('; ')
    const code = ["script-src 'self'", "style-src 'self'"]
    expect(await policyOf()).toEqual([...own, ...code])
    expect(await policyOf({ origin: 'https://papers.example' })).toEqual([...own, 'upgrade-insecure-requests', ...code])
  })

  test('the CSP is the same for all scripts and styles of a page', async () => {
    const { app } = makeApp()
    app.get('/two', c => c.text(`${nonceOf(c)} ${nonceOf(c)}`))
    const answer = await app.request('/two')
    const [one, two] = (await answer.text()).split(' ')
    expect(one).toBe(two)
    expect(answer.headers.get('Content-Security-Policy')).toContain(`'nonce-${one}'`)
  })

  test('HSTS covers subdomains only if the operator enables it', async () => {
    const origin = 'https://papers.example.org'
    const strict = async (options: Partial<HttpOptions>) =>
      (await headersOf('/page', options)).get('Strict-Transport-Security')
    expect(await strict({ origin, hstsIncludesSubdomains: true })).toBe('max-age=63072000; includeSubDomains')
    expect(await strict({ origin, hstsIncludesSubdomains: false })).toBe('max-age=63072000')
    expect(await strict({ hstsIncludesSubdomains: true })).toBeNull()
  })
})

describe('error responses', () => {
  test('an unexpected error returns 500 without its message and is logged with it', async () => {
    const { app, lines } = makeApp()
    const answer = await app.request('/broken')
    expect(answer.status).toBe(500)
    const body = await answer.text()
    expect(body).not.toMatch(/hunter2|\.ts/)
    expect(JSON.parse(body).request_id).toBe(answer.headers.get('X-Request-Id'))
    const logged = lines.find(line => line.msg === 'request failed')
    expect(JSON.stringify(logged)).toMatch(/the database says hunter2.*http\.test\.ts/)
    expect(logged?.requestId).toBe(answer.headers.get('X-Request-Id'))
  })

  test('error responses keep their headers and are never cached', async () => {
    const { app } = makeApp()
    const { status, headers } = await app.request('/refused')
    expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([429, '60', 'no-store'])
  })

  test('error responses have the problem type of what went wrong', async () => {
    const { app } = makeApp({ problems: { toJson: ({ kind }) => ({ kind }) } })
    const kindOf = async (path: string, init: RequestInit = {}) => (await (await app.request(path, init)).json()).kind
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    expect(await kindOf('/%')).toBe('malformed-url')
    expect(await kindOf(`/${'a'.repeat(8_000)}`)).toBe('url-too-long')
    expect(await kindOf('/echo', json({ name: 'a' }, foreign))).toBe('cross-origin')
    expect(await kindOf('/echo', json('{'))).toBe('malformed-body')
    expect(await kindOf('/echo', json({ name: 5 }))).toBe('invalid-input')
  })

  test('error responses vary between browsers and API clients', async () => {
    const { app } = makeApp()
    for (const path of ['/missing', '/broken', '/refused', '/%'])
      expect((await app.request(path)).headers.get('Vary')).toBe('Accept')
  })

  test('error responses include the server’s additions, and work without them', async () => {
    const headersOf = async (c: { req: { path: string } }): Promise<Record<string, string>> => {
      if (c.req.path === '/broken') throw new Error('no')
      return { 'Access-Control-Allow-Origin': 'https://app.example', ...(c.req.path === '/%' && { Vary: 'Origin' }) }
    }
    const { app } = makeApp({ problems: { headersOf } })
    const told = async (path: string) => {
      const { status, headers } = await app.request(path)
      return [status, headers.get('Access-Control-Allow-Origin'), headers.get('Vary')]
    }
    expect(await told('/missing')).toEqual([404, 'https://app.example', 'Accept'])
    expect(await told('/%')).toEqual([400, 'https://app.example', 'Accept, Origin'])
    expect(await told('/broken')).toEqual([500, null, 'Accept'])
  })

  test('error responses are plain text where a protocol requires it', async () => {
    const { app } = makeApp()
    for (const Accept of ['text/html', 'application/json']) {
      const answer = await app.request('/protocol', { headers: { Accept } })
      expect([answer.status, await answer.text()]).toEqual([400, 'ERR'])
      expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
    }
  })

  test('errors are pages for browsers and JSON for API clients', async () => {
    const { app } = makeApp()
    const page = await app.request('/missing', { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect(page.headers.get('Content-Type')).toContain('text/html')
    expect(await page.text()).toContain(page.headers.get('X-Request-Id'))
    const data = await app.request('/missing', { headers: { Accept: '*/*' } })
    expect(await data.json()).toMatchObject({ error: expect.stringContaining('nothing at this address') })
    const form = await app.request('/missing', { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    expect(form.headers.get('Content-Type')).toContain('text/html')
  })

  test('a server can customize error pages, and a failing one falls back to a minimal page', async () => {
    const { app } = makeApp({
      problems: {
        toJson: ({ status, kind }, requestId) => ({ status_code: status, error_type: kind, request_id: requestId }),
        toPage: () => {
          throw new Error('no')
        },
      },
    })
    expect(await (await app.request('/missing')).json()).toMatchObject({ status_code: 404, error_type: 'not-found' })
    const page = await app.request('/missing', { headers: { Accept: 'text/html' } })
    expect([page.status, (await page.text()).includes('nothing at this address')]).toEqual([404, true])
  })

  test('a 405 response lists the allowed methods', async () => {
    const { app } = makeApp()
    const answer = await app.request('/echo', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
    const page = await app.request('/plain', { method: 'PUT' })
    expect([page.status, page.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    const options = await app.request('/papers/10.1/x/vote', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, POST'])
  })
})

test('a restarting database returns 503 with Retry-After and is logged', async () => {
  const { app, lines } = makeApp()
  const answer = await app.request('/no-database')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.json()).toMatchObject({ error: 'Our database does not answer right now. Try again in a moment.' })
  expect(lines).toMatchObject([
    { msg: 'request refused', level: 50, status: 503, err: { message: expect.any(String) } },
  ])
})

test.each([
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' }), '5'],
  ['a lost connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), '5'],
  ['a change of which nobody knows whether it was stored', new CommitUnknown('lost'), null],
])('%s returns 503, with Retry-After only if a retry is safe', async (_, error, wait) => {
  const { app } = makeApp()
  app.get('/fails', () => {
    throw error
  })
  const answer = await app.request('/fails')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, wait])
  const says = wait === null ? 'may or may not have been stored' : 'Try again in a moment'
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining(says) })
})

describe('request target', () => {
  test.each([
    ['/%', 400],
    ['/%zz', 400],
    ['/%E9', 400],
    ['/a%00b', 400],
    ['/plain?q=%00', 400],
    [`/${'a'.repeat(9_000)}`, 414],
    [`/plain?${'a'.repeat(8_000 - 'http://localhost/plain?'.length)}`, 200],
    [`/plain?${'a'.repeat(8_001 - 'http://localhost/plain?'.length)}`, 414],
    ['/plain?q=50%', 200],
    ['/papers/10.1038/%E6%B1%89%20%3C', 200],
    ['/../../etc/passwd', 404],
    ['/..%2f..%2fetc%2fpasswd', 404],
    ['//plain', 404],
    ['/\\plain', 400],
    ['http://elsewhere/plain', 200],
    ['*', 400],
  ])('%s returns %i over a real socket', async (target, status) => {
    const address = await serveApp(makeApp().app)
    const answer = await sendRaw(address, rawRequest(target))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test.each(['Host: evil.example\r\n', 'Host: localhost\r\n', 'HOST: evil.example\r\n', 'host:\r\n'])(
    'a request with a second host, %j, is rejected',
    async second => {
      const address = await serveApp(makeApp().app)
      for (const target of ['/plain', '/missing', '/page']) {
        expect(await sendRaw(address, rawRequest(target, second))).toMatch(/^HTTP\/1\.1 400 /)
      }
      const post = `POST /nothing HTTP/1.1\r\nHost: localhost\r\n${second}Connection: close\r\nContent-Length: 0\r\n\r\n`
      expect(await sendRaw(address, post)).toMatch(/^HTTP\/1\.1 400 /)
      expect(await sendRaw(address, rawRequest('/plain'))).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  test('other repeated headers as long as Host are accepted', async () => {
    const address = await serveApp(makeApp().app)
    const answer = await sendRaw(
      address,
      rawRequest('/plain', 'From: a@b.example\r\nDate: now\r\nMore: a\r\nMore: b\r\n'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each(['TRACE', 'CONNECT', 'BREW', 'get', 'QUERY'])('the method %s is rejected without harm', async method => {
    const address = await serveApp(makeApp().app)
    const answer = await sendRaw(address, rawRequest('/plain').replace('GET', method))
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
    expect((await fetch(`${address}/plain`)).status).toBe(200)
  })

  test('invalid bytes do not corrupt the preceding response', async () => {
    const address = await serveApp(makeApp().app)
    const answers = await sendRaw(address, `${rawRequest('/plain').replace('close', 'keep-alive')}hello\r\n\r\n`)
    expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toHaveLength(1)
    expect((await fetch(`${address}/plain`)).status).toBe(200)
  })
})

describe('request that never reaches the app', () => {
  const post = 'POST /echo HTTP/1.1\r\nHost: a\r\n'
  test.each([
    ['two lengths', 400, `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', 400, `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a broken chunk', 400, `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['no host', 400, 'GET /plain HTTP/1.1\r\n\r\n'],
    ['no HTTP', 400, 'hello\r\n\r\n'],
    ['an odd host', 400, 'GET /plain HTTP/1.1\r\nHost: a b<c\r\n\r\n'],
    ['an unheard-of method', 400, 'FETCH /plain HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['headers beyond reason', 431, rawRequest('/plain', `X-Long: ${'A'.repeat(100_000)}\r\n`)],
    ['an expectation', 417, rawRequest('/plain', 'Expect: miracles\r\n')],
    ['a wish to be passed on', 405, 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n'],
  ])('a request with %s returns %i in the server’s error format', async (_, status, bytes) => {
    const { app } = makeApp()
    const problems: ProblemAnswers = {
      toJson: (problem, requestId) => ({ status_code: problem.status, request_id: requestId }),
    }
    const life = createLifecycle()
    onTestFinished(async () => void (await life.end()))
    const { port } = await life.listen({ name: 'test server', app, problems, port: 0, host: '127.0.0.1' })
    const answer = await sendRaw(`http://127.0.0.1:${port}`, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/content-type: application\/json/i)
    expect(head).toMatch(/connection: close/i)
    const [, id] = /x-request-id: (\S+)/i.exec(head) ?? []
    expect(JSON.parse(/{.*}/.exec(body)?.[0] ?? '')).toEqual({ status_code: status, request_id: id })
    expect((await fetch(`http://127.0.0.1:${port}/plain`)).status).toBe(200)
  })
})

describe('request body', () => {
  test('JSON and form bodies are parsed and validated', async () => {
    const address = await serveApp(makeApp().app)
    expect(await (await fetch(`${address}/echo`, json({ name: 'Ada', age: 36, more: 1 }))).json()).toEqual({
      name: 'Ada',
      age: 36,
    })
    const form = await fetch(`${address}/echo`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ada', age: '36' }),
    })
    expect(await form.json()).toEqual({ name: 'Ada', age: 36 })
    expect((await fetch(`${address}/nothing`, { method: 'POST' })).status).toBe(200)
  })

  test.each([
    ['no JSON', '{"name":', 400],
    ['nothing at all', '', 400],
    ['the wrong type', { name: 5 }, 400],
    ['a missing field', {}, 400],
    ['no object', [], 400],
    ['null', 'null', 400],
    ['a NUL character', { name: 'a\0b' }, 400],
    ['a NUL character, nested', `{"name":"a","x":[{"y":"\\u0000"}]}`, 400],
    ['half of a character', { name: 'a\ud800b' }, 400],
    ['half of a character, in a name', `{"name":"a","x":[{"\\udc00":1}]}`, 400],
    ['a prototype', '{"__proto__":{"name":"x"}}', 400],
    ['nesting without end', '['.repeat(60_000), 400],
    ['nesting to the limit', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    ['more than the limit', { name: 'x'.repeat(64_000) }, 413],
  ])('a body with %s is rejected', async (_, body, status) => {
    const address = await serveApp(makeApp().app)
    const answer = await fetch(`${address}/echo`, json(body))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^[A-Za-z].*\.$/) })
  })

  test('a body of exactly the maximum size is read', async () => {
    const address = await serveApp(makeApp().app)
    const name = 'x'.repeat(64_000 - '{"name":""}'.length)
    expect((await fetch(`${address}/echo`, json({ name }))).status).toBe(200)
    const inChunks = (body: string) =>
      fetch(`${address}/echo`, { ...json(''), body: new Blob([body]).stream(), duplex: 'half' } as RequestInit)
    expect((await inChunks(JSON.stringify({ name }))).status).toBe(200)
    for (const send of [(text: string) => fetch(`${address}/echo`, json(text)), inChunks]) {
      const refused = await send(JSON.stringify({ name: `${name}x` }))
      expect([refused.status, refused.headers.get('Connection')]).toEqual([413, 'close'])
      expect(await refused.json()).toMatchObject({ error: 'The body is larger than 64 kB: send less.' })
    }
  })

  test('a body that merely resembles a NUL escape is read', async () => {
    const { app } = makeApp()
    expect(await (await app.request('/echo', json({ name: '\\u0000' }))).json()).toEqual({ name: '\\u0000' })
  })

  test('a body of another or no content type returns 415', async () => {
    const { app } = makeApp()
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'application/jsonx']) {
      const answer = await app.request('/echo', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: '{"name":"a"}',
      })
      expect(answer.status, type).toBe(415)
    }
    const address = await serveApp(app)
    const untyped = await sendRaw(
      address,
      'POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    )
    expect(untyped).toMatch(/^HTTP\/1\.1 415 /)
  })

  test('a body that is not UTF-8 is rejected', async () => {
    const { app } = makeApp()
    const body = new Uint8Array([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')])
    const answer = await app.request('/echo', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'The body is not UTF-8.' })
  })

  test('a truncated body returns a retryable error', async () => {
    const { app } = makeApp()
    const body = new ReadableStream({ start: controller => controller.error(new Error('cut off')) })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' }
    const answer = await app.request('/echo', init as RequestInit)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'The body ended early: send it again.' })
  })

  test('a chunked body is read up to the limit and cut after it', async () => {
    const address = await serveApp(makeApp().app)
    const head =
      'POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await sendRaw(address, `${head}5\r\n{"nam\r\n8\r\ne":"Ada"\r\n1\r\n}\r\n0\r\n\r\n`)).toMatch(
      /200 OK[\s\S]*"name":"Ada"/,
    )
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    expect(await sendRaw(address, head + chunk.repeat(8))).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a 100 MB body is rejected unread, and the server continues', async () => {
    const address = await serveApp(makeApp().app)
    const head = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${100_000_000}\r\n\r\n`
    expect(await sendRaw(address, `${head}${'x'.repeat(100_000)}`)).toMatch(/^HTTP\/1\.1 413 /)
    expect((await fetch(`${address}/plain`)).status).toBe(200)
  })

  test.each([
    ['Content-Length: 20', '{"name"'],
    ['Transfer-Encoding: chunked', '7\r\n{"name"\r\n'],
  ])('a truncated body never returns 500 (%s)', async (framing, body) => {
    const { app, lines } = makeApp()
    const address = await serveApp(app)
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.end(`POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${body}`)
    await expect.poll(() => lines.some(line => line.msg === 'request')).toBe(true)
    expect(lines.filter(line => Number(line.level) >= 50)).toEqual([])
    expect((await fetch(`${address}/plain`)).status).toBe(200)
  })
})

describe('cross-site request protection', () => {
  const call = async (headers: Record<string, string>, options: Partial<HttpOptions> = {}) =>
    (await makeApp(options).app.request('http://localhost:5000/echo', json({ name: 'a' }, headers))).status

  test.each<[string, Record<string, string>, number]>([
    ['our own page', { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:5000' }, 200],
    ['our own page, seen without Sec-Fetch-Site', { Origin: 'http://localhost:5000' }, 200],
    [
      'our own page under another name of this machine',
      { Origin: 'http://127.0.0.1:5000', Host: '127.0.0.1:5000' },
      200,
    ],
    ['our own page under a longer name of this machine', { Origin: 'http://127.10.20.30:5000' }, 200],
    ['the address bar', { 'Sec-Fetch-Site': 'none' }, 200],
    ['no browser', {}, 200],
    ['no browser, with cookies', { Cookie: 'a=b' }, 200],
    ['our own page by its Referer', { Referer: 'http://localhost:5000/papers' }, 200],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
    ['another site, seen without Sec-Fetch-Site', { Origin: 'https://evil.example' }, 403],
    ['another site by its Referer', { Referer: 'https://evil.example/http://localhost:5000' }, 403],
    ['a sibling site', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:6000' }, 403],
    ['a page without an origin', { Origin: 'null' }, 403],
    ['a name that ends like ours', { Origin: 'http://evil-localhost:5000' }, 403],
    ['a name that begins like ours', { Origin: 'http://localhost:5000.evil.example' }, 403],
    ['a site below a name like ours', { Origin: 'http://localhost.evil.example:5000' }, 403],
    ['a site below a name like this machine’s', { Origin: 'http://127.0.0.1.evil.example:5000' }, 403],
  ])('a state-changing request from %s', async (_, headers, status) => {
    expect(await call(headers)).toBe(status)
  })

  test.each<[string, Record<string, string>]>([
    ['a name of theirs that leads to us', { Origin: 'http://evil.example:5000', Host: 'evil.example:5000' }],
    ['the same, by its Referer', { Referer: 'http://evil.example:5000/', Host: 'evil.example:5000' }],
    ['our name with another scheme', { Origin: 'https://localhost:5000' }],
    ['our name with another scheme, by its Referer', { Referer: 'https://localhost:5000/papers' }],
    ['another port of our name', { Origin: 'http://localhost:5001', Host: 'localhost:5001' }],
  ])('without Sec-Fetch-Site, scheme and host must match our origin: not from %s', async (_, headers) => {
    expect(await call(headers)).toBe(403)
  })

  test('over TLS a request without Sec-Fetch-Site is rejected even from the same host', async () => {
    const origin = 'https://papers.example'
    expect(await call({ Origin: 'http://papers.example', Host: 'papers.example' }, { origin })).toBe(403)
    expect(await call({ Referer: 'http://papers.example/a', Host: 'papers.example' }, { origin })).toBe(403)
    expect(await call({ Origin: origin, Host: 'papers.example' }, { origin })).toBe(200)
    expect(await call({ Referer: `${origin}/a`, Host: 'papers.example' }, { origin })).toBe(200)
  })

  test.each(['cross-site', 'same-site'])(
    'a request with Sec-Fetch-Site %s is rejected whatever its Origin or Referer',
    async fetchSite => {
      const claims = [{ Origin: 'http://localhost:5000' }, { Referer: 'http://localhost:5000/' }, {}]
      for (const claim of claims) {
        expect(await call({ 'Sec-Fetch-Site': fetchSite, Host: 'localhost:5000', ...claim })).toBe(403)
        expect(await call({ 'Sec-Fetch-Site': fetchSite, ...claim }, { isAllowedOrigin: () => true })).toBe(403)
      }
    },
  )

  test('a cross-site request is accepted where that site is allowed', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://app.example' }
    expect(await call(headers, { isAllowedOrigin: async origin => origin === 'https://app.example' })).toBe(200)
    expect(await call(headers, { isAllowedOrigin: async () => false })).toBe(403)
  })

  test('GET requests are accepted from anywhere', async () => {
    const { app } = makeApp()
    const answer = await app.request('/plain', {
      headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(200)
  })
})

describe('log and metrics', () => {
  test('metrics count by route, with one series for everything not found', async () => {
    const { app, metrics } = makeApp()
    for (let index = 0; index < 5; index++) {
      await app.request(`/papers/10.1000/${index}`)
      await app.request(`/missing/${index}`)
      await app.request('/%')
    }
    await app.request('/plain', { method: 'BREW' })
    await app.request('/named/by/its/handler')
    const text = await metrics.read()
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/papers/:doi{10\\\\..+}",status="200"} 5',
    )
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 5')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="refused",status="400"} 5')
    expect(text).toContain('route="/:anything"')
    expect(text).toContain('method="other"')
    expect(text).not.toContain('missing')
  })

  test('metrics record response times', async () => {
    const { app, metrics, lines } = makeApp()
    const began = performance.now()
    await app.request('/plain')
    const took = performance.now() - began
    const [, seconds] = /^http_request_duration_seconds_sum.* (\S+)$/m.exec(await metrics.read()) ?? []
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(Number(seconds)).toBeLessThanOrEqual(took / 1_000)
    expect(Number(lines[0]?.ms)).toBeCloseTo(Number(seconds) * 1_000, 1)
    expect(String(lines[0]?.ms)).toMatch(/^\d+(\.\d{1,2})?$/)
  })

  test.each([
    ['/plain', 30],
    ['/broken', 50],
    ['/health/live', 20],
    ['/metrics', 20],
    ['/a/health/', 30],
    ['/metrics/more', 30],
  ])('%s is logged at level %i so that probes are quiet and server errors visible', async (path, level) => {
    const { app, lines } = makeApp()
    await app.request(path)
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ level })
  })

  test('the access log never contains a query string', async () => {
    const { app, lines } = makeApp()
    await app.request('/plain?token=hunter2')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ msg: 'request', method: 'GET', path: '/plain', status: 200 })
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })
})

describe('static files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corroborate-static-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets', 'fonts'), { recursive: true })
  const script = 'export const x = 1;\n'.repeat(100)
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'assets', 'entry-B3kd0x9f.js'), script)
  writeFileSync(join(folder, 'assets', 'entry-B3kd0x9f.js.br'), 'ready-made')
  writeFileSync(join(folder, 'assets', 'icon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets', 'page.css'), 'p{}')
  writeFileSync(join(folder, 'assets', 'fonts', 'a b.woff2'), 'font')
  for (const size of [500, 501]) writeFileSync(join(folder, 'assets', `${size}.txt`), 'x'.repeat(size))
  for (const name of ['pack.br', 'pack.br.gz', 'notes.gz.txt', 'longfilename.js', 'entry-B3kd0x9f.js.LEGAL'])
    writeFileSync(join(folder, 'assets', name), name)
  const app = createHttp({ origin: 'http://localhost:5000', logger: testLogger().logger })
  app.get('/assets/*', staticFiles({ folder: join(folder, 'assets'), prefix: '/assets/' }))

  test('scripts, styles and fonts omit irrelevant security headers, and images keep all', async () => {
    const headersOf = async (name: string) => (await app.request(`/assets/${name}`)).headers
    for (const name of ['entry-B3kd0x9f.js', 'page.css', 'fonts/a%20b.woff2']) {
      const headers = await headersOf(name)
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'self'; frame-ancestors 'none'")
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(headers.get('Permissions-Policy')).toBeNull()
    }
    const picture = await headersOf('icon.svg')
    expect(picture.get('Content-Security-Policy')).toContain("object-src 'none'")
    expect(picture.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
  })

  test('static files are sent in the best encoding the browser accepts', async () => {
    const get = (encodings: string) =>
      app.request('/assets/entry-B3kd0x9f.js', { headers: { 'Accept-Encoding': encodings } })
    const best = await get('gzip, deflate, br')
    expect([best.headers.get('Content-Encoding'), await best.text()]).toEqual(['br', 'ready-made'])
    const second = await get('gzip, br;q=0')
    expect(second.headers.get('Content-Encoding')).toBe('gzip')
    expect(gunzipSync(await second.arrayBuffer()).toString()).toBe(script)
    const plain = await get('identity')
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, script])
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding')
  })

  test('text files over 500 bytes are precompressed, whatever is accepted', async () => {
    const encodingOf = async (name: string, encodings: string) => {
      const answer = await app.request(`/assets/${name}`, { headers: { 'Accept-Encoding': encodings } })
      return { encoding: answer.headers.get('Content-Encoding'), body: Buffer.from(await answer.arrayBuffer()) }
    }
    for (const encodings of ['br', '*']) {
      expect((await encodingOf('500.txt', encodings)).encoding).toBeNull()
      const { encoding, body } = await encodingOf('501.txt', encodings)
      expect(encoding).toBe('br')
      expect(brotliDecompressSync(body).toString()).toBe('x'.repeat(501))
    }
    expect((await encodingOf('pack.br', '*')).encoding).toBeNull()
  })

  test.each(['pack.br', 'notes.gz.txt'])(
    '%s is a regular file unless it is a compressed copy of another',
    async name => {
      expect(await (await app.request(`/assets/${name}`)).text()).toBe(name)
    },
  )

  test.each(['longfilename.js', 'entry-B3kd0x9f.js.LEGAL'])('%s has no hash in its name', async name => {
    expect((await app.request(`/assets/${name}`)).headers.get('Cache-Control')).toBe('no-cache')
  })

  test('hashed files are cached for a year, and others are revalidated', async () => {
    const hashed = await app.request('/assets/entry-B3kd0x9f.js')
    expect(hashed.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const named = await app.request('/assets/icon.svg')
    expect(named.headers.get('Cache-Control')).toBe('no-cache')
    expect(named.headers.get('Content-Type')).toBe('image/svg+xml')
    const again = await app.request('/assets/icon.svg', {
      headers: { 'If-None-Match': named.headers.get('ETag') ?? '' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('static files are found by percent-encoded names, for HEAD too', async () => {
    const address = await serveApp(app)
    expect(await (await fetch(`${address}/assets/fonts/a%20b.woff2`)).text()).toBe('font')
    const head = await fetch(`${address}/assets/icon.svg`, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '6', ''])
  })

  test.each([
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/....//secret.txt',
    '/assets//secret.txt',
    '/assets/',
    '/assets/fonts',
    '/assets/entry-B3kd0x9f.js.br',
    '/assets/pack.br.gz',
    '/assets/constructor',
  ])('%s is not found', async target => {
    const address = await serveApp(app)
    expect(await sendRaw(address, rawRequest(target))).toMatch(/^HTTP\/1\.1 404 /)
  })
})
