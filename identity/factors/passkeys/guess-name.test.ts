import { expect, test } from 'vitest'
import { guessName } from './register.ts'

const zeros = '00000000-0000-0000-0000-000000000000'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

test.each([
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', chrome, 'Google Password Manager'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', '', 'Windows Hello'],
  [zeros, chrome, 'Chrome on Linux'],
  [zeros, `${chrome} Edg/143.0.0.0`, 'Edge on Linux'],
  [
    zeros,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [zeros, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox on Mac'],
  [zeros, 'curl/8.1', 'Passkey'],
  ['no-model', '', 'Passkey'],
  ['constructor', '', 'Passkey'],
])('passkey name for AAGUID %s and browser %s: %s', (aaguid, userAgent, name) => {
  expect(guessName(aaguid, userAgent)).toBe(name)
})
