import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const ours = new BlockList()
// Ranges outside the public internet (IANA's special-purpose registries): localhost, local networks, cloud metadata services.
const v4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
const v6 =
  '::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8'
for (const [nets, family] of [
  [v4, 'ipv4'],
  [v6, 'ipv6'],
] as const) {
  for (const net of nets.split(' ')) {
    const [address = '', prefix] = net.split('/')
    ours.addSubnet(address, Number(prefix), family)
  }
}

/** True if an address is in a private, local or otherwise non-public network. IPv4-mapped IPv6 counts as IPv4. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  return family === 0 || ours.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * True if the host of a URL is a private address as it is written: in decimal, hexadecimal, octal and IPv6-mapped forms too, which the
 * URL parser has brought into one. A name is looked up when it is connected to.
 */
export const isPrivateLiteral = ({ hostname }: URL): boolean => {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(literal) && isPrivateAddress(literal)
}

/** DNS lookup for sockets that excludes private addresses. The socket connects to the address that was checked. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, [])
    const [first, ...others] = found.filter(({ address }) => !isPrivateAddress(address))
    if (first === undefined) return callback(new Error(`${hostname} has no public address.`), [])
    if (options.all) return callback(null, [first, ...others])
    callback(null, first.address, first.family)
  })
}
