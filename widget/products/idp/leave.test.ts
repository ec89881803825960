import { expect, test } from 'vitest'
import { mayLeaveFor, placeOf } from './Stage.tsx'

test.each(['https://app.example.org/back?code=1', 'http://127.0.0.1:3000/', 'org.example.app:/back?code=1'])(
  'a redirect to %s is allowed',
  url => expect(mayLeaveFor(url)).toBe(true),
)

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'blob:x',
  'file:///etc/passwd',
  '/back',
  '',
])('and not to "%s"', url => expect(mayLeaveFor(url)).toBe(false))

test('the host or scheme is displayed', () => {
  expect(placeOf('https://app.example.org:8443/back')).toBe('app.example.org:8443')
  expect(placeOf('org.example.app:/back')).toBe('org.example.app')
  expect(placeOf('cursor://bank.example.org/back')).toBe('cursor')
})
