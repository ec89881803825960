import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { callerHeader } from '../known-caller/index.ts'
import { serveApp, testLogger } from '../testing/index.ts'
import { addressOf, createHttp } from './index.ts'
import { clientAddress } from './sender-address.ts'

const proxies = new BlockList()
proxies.addSubnet('10.0.0.0', 8, 'ipv4')
proxies.addSubnet('fd00::', 8, 'ipv6')

describe('client address', () => {
  test.each([
    ['is the socket, whatever a stranger claims', '203.0.113.7', '1.1.1.1', '203.0.113.7'],
    ['is the socket when a proxy says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['is what a trusted proxy saw', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [
      'is the right-most that is no proxy, whatever stands before it',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.7, 10.0.0.2',
      '203.0.113.7',
    ],
    ['is taken without its port', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['is taken without brackets', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['works for IPv6 proxies', 'fd00::1', '2001:db8::1', '2001:db8::1'],
    ['works for IPv4 proxies on an IPv6 socket', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is written as IPv4 when it is that', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['stops at rubbish', '10.0.0.1', '203.0.113.7, <script>', '10.0.0.1'],
    ['stops at an empty entry', '10.0.0.1', '203.0.113.7,', '10.0.0.1'],
    ['is taken out of brackets without a port', '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['stops at what stands before brackets', '10.0.0.1', 'x[2001:db8::1]:443', '10.0.0.1'],
    ['stops at what stands after brackets', '10.0.0.1', '[2001:db8::1]x', '10.0.0.1'],
    ['stops at what stands before an address with a port', '10.0.0.1', 'x203.0.113.7:80', '10.0.0.1'],
    ['stops at what stands after a port', '10.0.0.1', '203.0.113.7:80x', '10.0.0.1'],
    ['stays IPv6 when it only ends like IPv4', '2001:db8::ffff:203.0.113.7', undefined, '2001:db8::ffff:203.0.113.7'],
    ['keeps what says more than an address', '::ffff:203.0.113.7%eth0', undefined, '::ffff:203.0.113.7%eth0'],
    ['is unknown without a socket, whatever is claimed', 'unknown', '203.0.113.7', 'unknown'],
    ['is the farthest proxy when there are only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('the client address %s', (_, socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected)
  })

  test('the client address is passed to handlers', async () => {
    const local = new BlockList()
    local.addAddress('127.0.0.1', 'ipv4')
    for (const [trustedProxies, expected] of [
      [new BlockList(), '127.0.0.1'],
      [local, '203.0.113.7'],
    ] as const) {
      const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger, trustedProxies })
      app.get('/', c => c.text(addressOf(c)))
      const address = await serveApp(app)
      // Caller headers are ignored without a configured `readCaller`.
      const headers = { 'X-Forwarded-For': '1.1.1.1, 203.0.113.7', [callerHeader]: '203.0.113.9' }
      const answer = await fetch(address, { headers })
      expect(await answer.text()).toBe(expected)
    }
  })
})
