import type { HttpContext } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { asking, isSentByUs, wasServedForm } from './asked.ts'

/** Returns the verdict on a request of a browser. */
const seen = async (headers: Record<string, string>, { secure = false, given = '' } = {}) => {
  const app = new Hono().get('/', plain => {
    const c = plain as unknown as HttpContext
    const shown = {
      isSentByUs: isSentByUs(c),
      wasServedForm: wasServedForm(c, secure, given === '' ? undefined : given),
      asked: asking(c, secure),
    }
    return plain.json(shown)
  })
  const answer = await app.request('/', { headers })
  const shown = (await answer.json()) as { isSentByUs: boolean; wasServedForm: boolean; asked: string | null }
  return { ...shown, cookie: answer.headers.get('set-cookie') }
}
const text = 'abcdefghij-_ABCDEFGHIJ'

test('a browser that reports a form’s origin needs no token', async () => {
  for (const [site, isOurs] of [
    ['same-origin', true],
    ['none', false],
  ] as const) {
    const answer = await seen({ 'sec-fetch-site': site, origin: 'http://localhost' })
    expect(answer).toMatchObject({ isSentByUs: isOurs, asked: null, cookie: null })
  }
})

test('older browsers are checked by Origin or Referer, and others are unknown', async () => {
  expect(await seen({ origin: 'http://localhost' })).toMatchObject({ isSentByUs: true })
  expect(await seen({ referer: 'http://localhost/' })).toMatchObject({ isSentByUs: true })
  expect(await seen({})).toMatchObject({ isSentByUs: false })
})

test('the form token is mirrored in an HttpOnly cookie other sites cannot set or read', async () => {
  const plain = await seen({})
  expect(plain.asked).toMatch(/^[\w-]{22}$/)
  expect(plain.cookie).toBe(`corroborate_asked=${plain.asked}; Max-Age=3600; Path=/; HttpOnly; SameSite=Strict`)
  const overTls = await seen({}, { secure: true })
  expect(overTls.cookie).toBe(`__Host-asked=${overTls.asked}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Strict`)
  expect(overTls.asked).not.toBe(plain.asked)
})

test('all forms of a browser share a token, and an invalid one is replaced', async () => {
  expect((await seen({ cookie: `corroborate_asked=${text}` })).asked).toBe(text)
  for (const odd of ['', 'x', `${text}x`, `${text.slice(1)}+`])
    expect((await seen({ cookie: `corroborate_asked=${odd}` })).asked).toMatch(/^[\w-]{22}$/)
})

test('a form matches the browser whose cookie it carries', async () => {
  const cookie = (value: string) => ({ cookie: `corroborate_asked=${value}` })
  expect((await seen(cookie(text), { given: text })).wasServedForm).toBe(true)
  const other = text.toLowerCase()
  for (const [kept, given] of [
    [text, other],
    [text, ''],
    [text, 'x'],
    ['x', 'x'],
    [`${text}x`, `${text}x`],
    [`x${text}`, `x${text}`],
    ['x', text],
  ] as const)
    expect((await seen(cookie(kept), { given })).wasServedForm).toBe(false)
  expect((await seen({}, { given: text })).wasServedForm).toBe(false)
  expect((await seen(cookie(text), { given: text, secure: true })).wasServedForm).toBe(false)
})
