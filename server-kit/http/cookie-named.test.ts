import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cookieNamed } from './index.ts'

test.each([
  ['session=a', 'a'],
  ['x=1; session=a; y=2', 'a'],
  ['x=1;session=a;y=2', 'a'],
  ['x=1;\t session=a\t; y=2', 'a'],
  ['session = a', 'a'],
  ['session=a=b', 'a=b'],
  ['session=', ''],
  ['session= \t ', ''],
])('the cookie is read from %j', (header, value) => expect(cookieNamed(header, 'session')).toBe(value))

describe('look-alike cookie names', () => {
  // Characters that `trim` removes but browsers don't: they are part of the cookie's name.
  test.each(['\u00a0', '\ufeff', '\u000b', '\u000c', '\r', '\n', '\u0085', '\u2028', '\u200b'])(
    'a cookie with %j before or after its name is ignored',
    extra => {
      expect(cookieNamed(`${extra}session=tossed`, 'session')).toBeUndefined()
      expect(cookieNamed(`session${extra}=tossed`, 'session')).toBeUndefined()
      expect(cookieNamed(`${extra}session=tossed; session=own`, 'session')).toBe('own')
      expect(cookieNamed(`session=own; ${extra}session=tossed`, 'session')).toBe('own')
    },
  )

  test.each(['SESSION=a', 'sessio=a', 'sessions=a', 'sessions', '"session"=a', '=session=a', 'session', '%73ession=a'])(
    'the header %j contains no such cookie',
    header => expect(cookieNamed(header, 'session')).toBeUndefined(),
  )

  test('the cookie value is unchanged except for surrounding spaces and tabs', () => {
    expect(cookieNamed('session=\u00a0a', 'session')).toBe('\u00a0a')
  })
})

test('a repeated cookie is ignored because one may be forged', () => {
  expect(cookieNamed('session=a; session=b', 'session')).toBeUndefined()
  expect(cookieNamed('session=a;\tsession =a', 'session')).toBeUndefined()
})

test('a cookie name may be a single character', () => {
  expect(cookieNamed('a=1', 'a')).toBe('1')
})

test('a missing or malformed header has no cookie and throws nothing', () => {
  expect(cookieNamed(undefined, 'session')).toBeUndefined()
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' })),
      header => void cookieNamed(header, 'session'),
    ),
  )
})
