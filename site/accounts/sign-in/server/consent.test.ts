import type { HttpContext } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createConsentCall } from './consent.ts'

const open = (headers: Record<string, string>) => {
  const pages = { show: () => new Response('the page', { headers: { 'cache-control': 'private' } }) }
  const consent = createConsentCall({ pages: pages as never })
  return new Hono().get('/', c => consent(c as unknown as HttpContext)).request('/', { headers })
}

test('the page of consent is kept by nobody, and no referrer tells what stands in its address', async () => {
  const answer = await open({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' })
  expect([answer.status, await answer.text()]).toEqual([200, 'the page'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test('it is not shown before anybody comes', async () => {
  const answer = await open({ 'sec-purpose': 'prefetch;prerender' })
  expect([answer.status, await answer.text()]).toEqual([503, ''])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})
