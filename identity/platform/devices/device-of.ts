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

/** A browser and the system it runs on, by their own names; empty where the browser does not say. */
export type Device = { browser: string; system: string }

type Marks = readonly (readonly [name: string, mark: RegExp])[]

/** Ordered, since each user agent also claims to be some of those below it. */
const browsers: Marks = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]
const systems: Marks = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const firstOf = (marks: Marks, userAgent: string): string => marks.find(([, mark]) => mark.test(userAgent))?.[0] ?? ''

/** Parses the browser and platform from a `User-Agent`. Pure. */
export const deviceOf = (userAgent: string): Device => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
})
