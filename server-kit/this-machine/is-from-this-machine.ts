import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What a proxy on this machine hands on comes from this machine's address too, but carries one of these headers. */
const proxyHeaders = ['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'X-Real-IP', 'Via']

/** True when a program on this machine sent the request to us itself, as far as a socket and headers can tell. */
export const isFromThisMachine = (c: Context): boolean =>
  isLoopbackAddress(c.env?.incoming?.socket?.remoteAddress) &&
  proxyHeaders.every(name => c.req.header(name) === undefined)

const isLoopbackAddress = (address: unknown): boolean => {
  if (typeof address !== 'string') return false
  const family = isIP(address)
  // BlockList matches IPv4-mapped IPv6 addresses against its IPv4 rules.
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
