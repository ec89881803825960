import { expect, test } from 'vitest'
import { type KnownDevice, recognise } from './store.ts'

const firefox = { browser: 'Firefox', system: 'Linux' }
const safari = { browser: 'Safari', system: 'iPhone' }
const home = '203.0.113.0/24'
const away = '198.51.100.0/24'
const keeping: KnownDevice = { id: 'a', ...firefox, secretHash: 'secret', network: home, keepsCookies: true }
const fresh: KnownDevice = { ...keeping, id: 'b', secretHash: 'other', keepsCookies: false }

test('a user’s first browser is not a new device', () => {
  expect(recognise([], { ...firefox, secretHash: null, network: home })).toEqual({ kind: 'first' })
})

test.each([
  ['with its cookie, from anywhere', keeping, { ...firefox, secretHash: 'secret', network: away }, true],
  ['without the cookie that it kept before', keeping, { ...firefox, secretHash: null, network: home }, false],
  ['with a cookie of nobody', keeping, { ...firefox, secretHash: 'unknown', network: home }, false],
  ['with the cookie of another kind of browser', keeping, { ...safari, secretHash: 'secret', network: home }, false],
  [
    'with its cookie on another system',
    keeping,
    { ...firefox, system: 'Windows', secretHash: 'secret', network: home },
    false,
  ],
  [
    'with the cookie of another browser there',
    keeping,
    { ...safari, system: 'Linux', secretHash: 'secret', network: home },
    false,
  ],
  ['that keeps no cookies, in the same network', fresh, { ...firefox, secretHash: null, network: home }, true],
  ['that keeps no cookies, in another network', fresh, { ...firefox, secretHash: null, network: away }, false],
  ['of another kind in the same network', fresh, { ...safari, secretHash: null, network: home }, false],
])('device recognition: a browser %s', (_, device, seen, isKnown) => {
  expect(recognise([device], seen)).toEqual(isKnown ? { kind: 'known', device } : { kind: 'new' })
})
