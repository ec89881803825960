import { availableParallelism } from 'node:os'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { serveApp, testLogger } from '../testing/index.ts'
import { createHttp, isKnown, letCompress, weakTag } from './index.ts'

const long = '<p>One line of a page, and then another.</p>'.repeat(400)
const short = '<p>One line.</p>'

const makeApp = () => {
  const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger })
  app.get('/:page', c => {
    const html = c.req.param('page') === 'short' ? short : long
    const etag = weakTag(html)
    const headers = { ETag: etag, Vary: 'Cookie, Accept-Encoding' }
    if (isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
    if (c.req.param('page') !== 'secret') letCompress(c, html)
    if (c.req.param('page') === 'none') return c.body(null, c.req.query('status') === '304' ? 304 : 204)
    return c.html(html, 200, headers)
  })
  return app
}
const asks = (encodings: string, more: object = {}) => ({ headers: { 'Accept-Encoding': encodings, ...more } })

describe('compressed page', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('a page is sent as %s, in process and over a socket', async (encoding, decompress) => {
    const app = makeApp()
    const answer = await app.request('/long', asks(encoding))
    const body = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(Number(answer.headers.get('Content-Length'))).toBe(body.byteLength)
    expect(body.byteLength).toBeLessThan(long.length / 10)
    expect(decompress(body).toString()).toBe(long)
    expect(answer.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    const overSocket = await fetch(`${await serveApp(app)}/long`, asks(encoding))
    expect(overSocket.headers.get('Content-Encoding')).toBe(encoding)
    expect(overSocket.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
    expect(await overSocket.text()).toBe(long)
  })

  test('a page is sent uncompressed without Accept-Encoding, with the same Vary', async () => {
    const answer = await makeApp().request('/long')
    expect([answer.headers.get('Content-Encoding'), await answer.text()]).toEqual([null, long])
    expect(answer.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
  })

  test('a small page stays uncompressed unless identity is rejected', async () => {
    const app = makeApp()
    expect((await app.request('/short', asks('gzip'))).headers.get('Content-Encoding')).toBeNull()
    const refused = await app.request('/short', asks('gzip, identity;q=0'))
    expect(gunzipSync(Buffer.from(await refused.arrayBuffer())).toString()).toBe(short)
  })

  test('8.BREACH: a page is not compressed unless marked as compressible', async () => {
    expect((await makeApp().request('/secret', asks('br, gzip'))).headers.get('Content-Encoding')).toBeNull()
  })

  test('a HEAD response has the same headers', async () => {
    const app = makeApp()
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map(method => app.request('/long', { ...asks('gzip'), method })),
    )
    expect(await head?.text()).toBe('')
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Vary', 'Content-Type'])
      expect(head?.headers.get(name)).toBe(get?.headers.get(name))
  })

  test('a cached page returns 304 without a policy it did not have', async () => {
    const origin = await serveApp(makeApp())
    const first = await fetch(`${origin}/long`, asks('gzip'))
    const again = await fetch(`${origin}/long`, asks('gzip', { 'If-None-Match': first.headers.get('ETag') }))
    expect([again.status, await again.text()]).toEqual([304, ''])
    for (const name of ['Content-Encoding', 'Content-Security-Policy']) expect(again.headers.get(name)).toBeNull()
    expect(again.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(again.headers.get('Vary')).toBe(first.headers.get('Vary'))
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
  })
})

test.each([204, 304])('a bodiless response (%i) stays without a body', async status => {
  const answer = await makeApp().request(`/none?status=${status}`, asks('gzip'))
  expect([answer.status, answer.headers.get('Content-Encoding'), await answer.text()]).toEqual([status, null, ''])
})

test('pages below a thousand characters count as small', async () => {
  const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger })
  app.get('/:size', c => {
    const text = 'x'.repeat(Number(c.req.param('size')))
    letCompress(c, text)
    return c.text(text)
  })
  const encodings = [999, 1_000].map(async size =>
    (await app.request(`/${size}`, asks('gzip'))).headers.get('Content-Encoding'),
  )
  expect(await Promise.all(encodings)).toEqual([null, 'gzip'])
})

test('concurrent compressions are limited, and the rest is sent uncompressed', async () => {
  const app = makeApp()
  const answers = await Promise.all(Array.from({ length: 100 }, () => app.request('/long', asks('br'))))
  const plain = answers.filter(({ headers }) => headers.get('Content-Encoding') === null)
  expect(plain.length).toBeGreaterThan(0)
  expect(plain.length).toBeLessThan(100)
  expect(100 - plain.length).toBeLessThanOrEqual(2 * availableParallelism())
  for (const answer of plain) expect(await answer.text()).toBe(long)
  expect((await app.request('/long', asks('br'))).headers.get('Content-Encoding')).toBe('br')
})
