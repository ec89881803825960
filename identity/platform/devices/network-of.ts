import { isIPv4 } from 'node:net'
import { networksOf } from '@corroborate/server-kit/limits'

/**
 * Truncates an IP address to its network, coarse enough to reveal little about the location: the /24 of IPv4, the /48 of IPv6, in CIDR
 * notation. Empty if invalid. Pure.
 */
export const networkOf = (address: string): string => {
  const [smallest, , widest] = networksOf(address)
  if (isIPv4(smallest.key)) return smallest.key.replace(/\.\d+$/, '.0/24')
  return widest?.key ?? ''
}
