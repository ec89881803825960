import { expect, test } from 'vitest'
import type { Environment } from './environment.ts'
import { createRequest } from './request.ts'

/** Returns a request's headers for a page with this trace context. */
const headersWith = async (trace: Environment['trace']): Promise<Headers> => {
  let sent = new Headers()
  const environment = {
    isBrowser: false,
    origin: 'http://localhost',
    after: () => () => {},
    fetch: async (_: string, init: RequestInit) => {
      sent = new Headers(init.headers)
      return new Response('{"data":{},"status_code":200}', { headers: { 'Content-Type': 'application/json' } })
    },
    ...(trace !== undefined && { trace }),
  } as unknown as Environment
  const request = createRequest({ baseUrl: '', publicToken: 'public-token-test-1', environment }, () => ({}))
  await request({ method: 'GET', path: '/users/me' } as never)
  return sent
}

const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

test('a request carries the page’s trace context, if present', async () => {
  expect((await headersWith(() => trace)).get('traceparent')).toBe(trace)
  expect((await headersWith(() => undefined)).has('traceparent')).toBe(false)
  expect((await headersWith(undefined)).has('traceparent')).toBe(false)
})
