import { type BlockList, isIP } from 'node:net'
import type { HttpContext } from './http-env.ts'

/** True if the socket belongs to a trusted proxy. */
export const isTrusted = (address: string, proxies: BlockList): boolean =>
  proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Parses an address in `X-Forwarded-For`, with an optional port: `1.2.3.4:80`, `[::1]:80`. */
const addressIn = (entry: string): string | null => {
  const text = entry.trim()
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? null : bare
}

/**
 * Returns the client address: the socket's, or behind a trusted proxy the right-most address of `X-Forwarded-For` that is not a trusted
 * proxy. Addresses further left can be forged.
 */
export const clientAddress = (socketAddress: string, forwardedFor: string | undefined, proxies: BlockList): string =>
  unmapped(farthestProven(socketAddress, forwardedFor, proxies))

/** An IPv6 socket writes IPv4 addresses as `::ffff:192.0.2.1`. */
export const unmapped = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

const farthestProven = (socketAddress: string, forwardedFor: string | undefined, proxies: BlockList): string => {
  if (forwardedFor === undefined || isIP(socketAddress) === 0 || !isTrusted(socketAddress, proxies))
    return socketAddress
  let nearest = socketAddress
  for (const entry of forwardedFor.split(',').toReversed()) {
    const address = addressIn(entry)
    if (address === null) return nearest
    if (!isTrusted(address, proxies)) return address
    nearest = address
  }
  return nearest
}

/** The address the request came from, for limits and logs (see `TRUSTED_PROXIES`); `unknown` without a socket. */
export const addressOf = (c: HttpContext): string => c.get('address')
