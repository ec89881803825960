import { serveApp } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { expect, test } from 'vitest'
import { identityUnderTest } from '../testing/index.ts'

/** A provider that believes a proxy on this machine and lets one sender search six times a minute. */
const behindProxy = async (settings: Record<string, string> = { TRUSTED_PROXIES: '127.0.0.1' }) => {
  const { app, publicToken } = await identityUnderTest({ LIMITS_SCALE: '0.1', ...settings })
  const address = await serveApp(app)
  return async (forwardedFor: string): Promise<number> => {
    const headers = {
      Authorization: formatAuthorization({ publicToken, sessionToken: null }),
      'Content-Type': 'application/json',
      'X-Forwarded-For': forwardedFor,
    }
    const body = JSON.stringify({ email: 'ada@example.org' })
    return (await fetch(`${address}${sdkPrefix}/users/search`, { method: 'POST', headers, body })).status
  }
}

test.each([
  ['whatever address of an IPv6 /64 it uses', (n: number) => `2001:db8:1:2:${n}::${n}`],
  [
    'however it spells its IPv6 address',
    (n: number) =>
      ['2001:DB8:1:2::1', '2001:0db8:0001:0002::0001', '2001:db8:1:2:0:0:0:1', '[2001:db8:1:2::1]:443'][n % 4] ?? '',
  ],
  ['in IPv6 or not', (n: number) => (n % 2 === 0 ? '203.0.113.7' : '::ffff:cb00:7107')],
  ['whatever it claims to forward', (n: number) => `198.51.100.${n}, 203.0.113.7`],
])('requests count as one sender %s', async (_, addressAt) => {
  const search = await behindProxy()
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push(await search(addressAt(n)))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(await search('192.0.2.99')).toBe(200)
})

test('an untrusted proxy counts as one sender, whatever it forwards', async () => {
  const search = await behindProxy({})
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push(await search(`198.51.100.${n}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
})
