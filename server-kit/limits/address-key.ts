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
 * Returns the networks in which a sender's address counts, smallest first, in canonical form. IPv4-mapped IPv6 counts as IPv4. An IPv6
 * address counts in its /64, the smallest assigned network, within which one client has more addresses than a limit has points, and in its
 * /56 and /48, which households and offices get as a whole (RFC 6177): 256 and 65,536 /64 networks that may all belong to one client.
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

/** Returns the key of a sender's smallest network, for identification without counting. */
export const addressKey = (address: string): string => networksOf(address)[0].key
