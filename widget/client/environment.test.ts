import { expect, onTestFinished, test, vi } from 'vitest'
import { createHeadlessClient } from './index.ts'
import { authResult, ok } from './testing/index.ts'

/** Vitest runs this in Node, as a server that renders pages would. */
const onServer = (answering: () => Promise<Response>) => {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answering)
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { fetch, client: createHeadlessClient('public-token-test-1', { baseUrl: 'https://identity.example.org' }) }
}

test('outside a browser a client can be created and does nothing on its own', async () => {
  const { client, fetch } = onServer(async () => ok({}))
  expect(typeof document).toBe('undefined')
  expect(client.user.getSync()).toBeNull()
  expect(client.bootstrapSync()).toBeNull()
  client.destroy()
  expect(fetch).not.toHaveBeenCalled()
})

test('outside a browser a client answers requests and keeps its session until destroyed', async () => {
  const { client, fetch } = onServer(async () => ok(authResult()))
  await client.passwords.authenticate({ email: 'ada@example.org', password: 'secret', session_duration_minutes: 60 })
  expect(client.session.getTokens()?.session_token).toBe('token-1')
  expect(fetch.mock.calls.map(([url]) => new URL(url).pathname)).toEqual([
    '/sdk/v1/projects/bootstrap/public-token-test-1',
    '/sdk/v1/passwords/authenticate',
  ])
  client.destroy()
})
