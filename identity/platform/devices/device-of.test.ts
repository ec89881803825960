import { expect, test } from 'vitest'
import { deviceOf, networkOf } from './device-of.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/51 Safari/537.36 Edge/14.14393`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 10) ${webkit} Chrome/143 Mobile Safari/537.36 EdgA/143.0`, 'Edge', 'Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} EdgiOS/143.0 Safari/605.1`, 'Edge', 'iPhone'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/143 Safari/537.36 OPR/120.0`, 'Opera', 'Mac'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webkit} FxiOS/140.0 Safari/605.1`, 'Firefox', 'iPad'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/143.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chromium/143.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/143 Safari/605.1`, 'Chrome', 'iPhone'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari', 'Mac'],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
])('the user agent %s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['1.203.0.113.7', ''],
  ['nowhere', ''],
  ['', ''],
])('the address %s is in network %s', (address, network) => expect(networkOf(address)).toBe(network))
