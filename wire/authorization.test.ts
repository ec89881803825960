import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAuthorization, parseAuthorization } from './authorization.ts'
import { anyLetter } from './testing/any-letter.ts'

const printable = (exclude: RegExp) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
    .filter(text => !exclude.test(text) && text.length <= 100)

test('a header round-trips', () => {
  fc.assert(
    fc.property(printable(/[:\p{Cc}]/u), fc.option(printable(/\p{Cc}/u)), (publicToken, sessionToken) => {
      fc.pre(sessionToken !== publicToken)
      const credentials = { publicToken, sessionToken }
      expect(parseAuthorization(formatAuthorization(credentials))).toEqual(credentials)
    }),
  )
})

test('the public token as secret means no session', () => {
  expect(parseAuthorization(`Basic ${btoa('public-token-test-1:public-token-test-1')}`)).toEqual({
    publicToken: 'public-token-test-1',
    sessionToken: null,
  })
  expect(formatAuthorization({ publicToken: 'pt', sessionToken: null })).toBe(`Basic ${btoa('pt:pt')}`)
})

test('the scheme is case-insensitive', () => {
  expect(parseAuthorization(`basic ${btoa('pt:st')}`)).toEqual({ publicToken: 'pt', sessionToken: 'st' })
})

describe('malformed Authorization header', () => {
  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['without a value', 'Basic'],
    ['without base64', 'Basic !!!'],
    ['without a colon', `Basic ${btoa('pt')}`],
    ['without a public token', `Basic ${btoa(':st')}`],
    ['without a secret', `Basic ${btoa('pt:')}`],
    ['of another scheme', `Bearer ${btoa('pt:st')}`],
    ['of two headers joined', `Basic ${btoa('pt:st')}, Basic ${btoa('pt:st')}`],
    ['of 100 kB', `Basic ${btoa(`pt:${'s'.repeat(100_000)}`)}`],
    ['with a long public token', `Basic ${btoa(`${'p'.repeat(129)}:s`)}`],
    ['with a NUL', `Basic ${btoa('pt:s\0t')}`],
    ['with a line break', `Basic ${btoa('pt:s\nt')}`],
    ['with bytes that are not UTF-8', `Basic ${btoa('pt:\xFF')}`],
  ])('a header %s is null', (_, header) => {
    expect(parseAuthorization(header)).toBeNull()
  })

  test('no header throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyLetter }),
          fc.base64String().map(value => `Basic ${value}`),
        ),
        header => {
          parseAuthorization(header)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
