import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

describe('removal of invisible characters', () => {
  test.each([
    ['U+202E, which turns what follows', 'ada@example.org\u202egro.live@'],
    ['the other direction marks', '\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u2066\u2067\u2068\u2069'],
    ['zero-width spaces and joiners', 'a\u200bd\u200ca\u200d\u2060\ufeff'],
    ['the soft hyphen', 'a\u00adda'],
    ['controls', 'a\u0000d\ta\r\n\u007f\u0085\u009f'],
    ['line and paragraph separators', 'a\u2028d\u2029a'],
    ['invisible operators and tags', 'a\u2062\u{e0061}\u{e007f}'],
    ['variation selectors and the grapheme joiner', 'a\ufe0f\u034f\u{e0100}'],
    ['Hangul fillers and Khmer vowels that are none', 'a\u115f\u1160\u3164\uffa0\u17b4'],
    ['half a surrogate pair, private and unassigned characters', 'a\ud800\ue000\u{10ffff}\u0378'],
  ])('an address is displayed without %s', (_, text) => {
    expect(plainText(text)).toMatch(/^[a-z@.]*$/)
  })

  test.each([
    'ada@example.org',
    'jürgen.müller@müller.example',
    '用户@例子.example',
    "o'neil+tag@example.org",
    '+14155550100',
  ])('%s stays as it is', text => expect(plainText(text)).toBe(text))

  test('no invisible characters remain, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter }), text => {
        expect(plainText(text)).not.toMatch(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u)
      }),
    )
  })
})
