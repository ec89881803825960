import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Requests forwarded by a local proxy also have a local address, but contain one of these headers. */
const proxyHeaders = ['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'X-Real-IP', 'Via']

/** True if a local program sent the request directly, as far as socket and headers show. */
export const isFromThisMachine = (c: Context): boolean =>
  isLoopbackAddress(c.env?.incoming?.socket?.remoteAddress) &&
  proxyHeaders.every(name => c.req.header(name) === undefined)

const isLoopbackAddress = (address: unknown): boolean => {
  if (typeof address !== 'string') return false
  const family = isIP(address)
  // BlockList matches IPv4-mapped IPv6 addresses against its IPv4 rules.
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
