import { isIP } from 'node:net'

/** The eight groups of an IPv6 address, however it was written. */
const groupsOf = (address: string): number[] => {
  // The URL parser brings every spelling, IPv4 at the end included, into the one of RFC 5952.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const parse = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)))
  const head = parse(before)
  const tail = after === undefined ? [] : parse(after)
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

/** The IPv4 address inside `::ffff:0:0/96`, or null. */
const mappedIpv4 = (groups: readonly number[]): string | null => {
  if (groups.slice(0, 5).some(group => group !== 0) || groups[5] !== 0xffff) return null
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** A network, by the one spelling it has, and how many senders' points it has together. */
export type Network = { key: string; senders: number }

/**
 * The networks that a sender's address is counted in, the smallest first, whatever its spelling. IPv4-mapped IPv6 is that
 * IPv4 address. An IPv6 address counts in its /64, the smallest network that is handed out: within it, anybody has more
 * addresses than a limit has points. It counts in its /56 and /48 as well, which a household or an office is given whole
 * (RFC 6177): 256 and 65,536 of /64 that may all be one person's.
 */
export const networksOf = (address: string): readonly [Network, ...Network[]] => {
  const bare = address.split('%')[0] ?? ''
  switch (isIP(bare)) {
    case 4:
      return [{ key: bare, senders: 1 }]
    case 6: {
      const groups = groupsOf(bare)
      const ipv4 = mappedIpv4(groups)
      if (ipv4 !== null) return [{ key: ipv4, senders: 1 }]
      const [a = 0, b = 0, c = 0, d = 0] = groups
      const network = (...parts: number[]) => `${parts.map(part => part.toString(16)).join(':')}::`
      return [
        { key: `${network(a, b, c, d)}/64`, senders: 1 },
        { key: `${network(a, b, c, d & 0xff00)}/56`, senders: 2 },
        { key: `${network(a, b, c)}/48`, senders: 4 },
      ]
    }
    default:
      return [{ key: 'unknown', senders: 1 }]
  }
}

/** One key for one sender, for what is not counted but told apart: the smallest of its networks. */
export const addressKey = (address: string): string => networksOf(address)[0].key
