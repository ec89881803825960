import type { HttpContext } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createConsentCalls } from './account-calls.ts'

const open = (init: RequestInit) => {
  const pages = { show: () => new Response('the page', { headers: { 'cache-control': 'private' } }) }
  const consent = createConsentCalls({ pages: pages as never })
  const at = (c: unknown) => c as HttpContext
  return new Hono()
    .get('/', c => consent.page(at(c)))
    .post('/', c => consent.byForm(at(c)))
    .request('/', init)
}

test('the consent page is uncached and sends no referrer', async () => {
  const answer = await open({ headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' } })
  expect([answer.status, await answer.text()]).toEqual([200, 'the page'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test('the consent page is not shown without a request', async () => {
  const answer = await open({ headers: { 'sec-purpose': 'prefetch;prerender' } })
  expect([answer.status, await answer.text()]).toEqual([503, ''])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test('a request sent as a form redirects to the page with all parameters', async () => {
  const body = new URLSearchParams('client_id=app&state=a%26b&resource=https%3A%2F%2Fa%2F&resource=https%3A%2F%2Fb%2F')
  const answer = await open({ method: 'POST', body })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/oauth/authorize?${body}`])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})
