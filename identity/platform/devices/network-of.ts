import { isIPv4 } from 'node:net'
import { networksOf } from '@corroborate/server-kit/limits'

/**
 * The network that an internet address is in, coarse enough to say little of where somebody lives: the /24 of IPv4, the /48
 * of IPv6, in CIDR notation. Empty for what is no address. Pure.
 */
export const networkOf = (address: string): string => {
  const [smallest, , widest] = networksOf(address)
  if (isIPv4(smallest.key)) return smallest.key.replace(/\.\d+$/, '.0/24')
  return widest?.key ?? ''
}
