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

/**
 * One key for one sender, whatever the spelling of the address. IPv4-mapped IPv6 is that IPv4 address. IPv6 counts by
 * /64, the smallest network that is handed out: within it, anybody has more addresses than a limit has points.
 */
export const addressKey = (address: string): string => {
  const bare = address.split('%')[0] ?? ''
  switch (isIP(bare)) {
    case 4:
      return bare
    case 6: {
      const groups = groupsOf(bare)
      return (
        mappedIpv4(groups) ??
        `${groups
          .slice(0, 4)
          .map(group => group.toString(16))
          .join(':')}::/64`
      )
    }
    default:
      return 'unknown'
  }
}
