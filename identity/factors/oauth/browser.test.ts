import type { HttpEnv } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { beginIn, browserOf, challengeOf, homeOf, isBrowser, madeFor } from './flow.ts'

const ours = 'https://login.example.org'

test.each([
  ['sign-in.example.com', 'https://sign-in.example.com/v1', 'https://sign-in.example.com'],
  // Behind a proxy the request may contain an internal port.
  ['sign-in.example.com', 'http://sign-in.example.com:8080/v1', 'https://sign-in.example.com'],
  ['sign-in.example.com:8443', 'https://sign-in.example.com:8443/v1', 'https://sign-in.example.com:8443'],
  ['sign-in.example.com:8443', 'https://sign-in.example.com/v1', ours],
  ['sign-in.example.com', 'https://evil.example/v1', ours],
  ['sign-in.example.com', `${ours}/v1`, ours],
  [null, 'https://evil.example/v1', ours],
])('with project host %j, the URL %s has origin %s', (cnameDomain, url, home) => {
  expect(homeOf(ours, { cnameDomain }, url)).toBe(home)
})

/** App that returns the browser's hash, and starts a sign-in on one of its paths. */
const app = (home: string) =>
  new Hono<HttpEnv>()
    .get('/begin', c => c.text(beginIn(c, home).hash))
    .get('/', c => c.text(browserOf(c, home)?.hash ?? 'nobody'))
const ask = async (home: string, path: string, cookie = '') => {
  const answer = await app(home).request(path, { headers: { Cookie: cookie } })
  return { text: await answer.text(), cookie: answer.headers.get('Set-Cookie') }
}

test.each([
  [ours, /^__Host-oauth_browser=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/],
  ['http://localhost:3000', /^oauth_browser=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/],
])('at %s the browser cookie lives ten minutes', async (home, form) => {
  const begun = await ask(home, '/begin')
  expect(begun.cookie).toMatch(form)
  const [pair = ''] = (begun.cookie ?? '').split(';')
  expect((await ask(home, '/', pair)).text).toBe(begun.text)
  const again = await ask(home, '/begin', pair)
  expect([again.text, again.cookie?.split(';')[0]]).toEqual([begun.text, pair])
  const other = await ask(home, '/begin')
  expect(other.text).not.toBe(begun.text)
})

test('the browser cookie is added to cookies the response already sets', async () => {
  const app = new Hono<HttpEnv>().get('/', c => {
    c.header('Set-Cookie', 'other=1')
    beginIn(c, ours)
    return c.body(null)
  })
  const cookies = (await app.request('/')).headers.getSetCookie()
  expect(cookies.map(cookie => cookie.split('=')[0])).toEqual(['other', '__Host-oauth_browser'])
})

test.each([
  '',
  'oauth_browser=',
  `oauth_browser=${'x'.repeat(42)}`,
  `oauth_browser=${'x'.repeat(44)}`,
  `oauth_browser=!${'x'.repeat(43)}`,
  `oauth_browser=${'x'.repeat(43)}!`,
  `__Host-oauth_browser=${'x'.repeat(43)}`,
])('the cookie %j names no browser', async cookie => {
  expect((await ask('http://localhost:3000', '/', cookie)).text).toBe('nobody')
})

test('a browser cookie matches only its own browser', () => {
  const browser = { secret: 's', hash: 'abc' }
  expect(isBrowser(browser, 'abc')).toBe(true)
  expect(isBrowser(browser, 'abd')).toBe(false)
  expect(isBrowser(browser, 'abcd')).toBe(false)
  expect(isBrowser(null, 'abc')).toBe(false)
})

test('each sign-in derives its own nonce and verifier from its state', () => {
  const browser = { secret: 's', hash: '' }
  const { nonce, codeVerifier } = madeFor(browser, 'state')
  expect(madeFor(browser, 'state')).toEqual({ nonce, codeVerifier })
  expect(nonce).not.toBe(codeVerifier)
  for (const other of [madeFor(browser, 'another'), madeFor({ secret: 't', hash: '' }, 'state')])
    expect([other.nonce === nonce, other.codeVerifier === codeVerifier]).toEqual([false, false])
  expect(codeVerifier).toMatch(/^[\w-]{43}$/)
  // RFC 7636, appendix B.
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})
