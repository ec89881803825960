import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText, hasVisibleCharacter } from './written-text.ts'

describe('text of only invisible characters', () => {
  test.each([
    ...[
      '',
      ' \n\t',
      '\u200d',
      '\u200c',
      '\u2800',
      '\u3164',
      '\u115f',
      '\u1160',
      '\uffa0',
      '\u00ad',
      '\u180e',
      '\u{1d159}',
    ],
    ...['\ufe0f', '\u{e0100}', '\u{e0041}\u{e007f}', '\u034f', '\u061c', '\u200e\u200f', '\u2060', '\ufeff', '\u00a0'],
    ...['\u3000', '\u17b4', '\u0301', '\ue000', '\u{1d173}', '\u200d\u2800\u00ad '],
  ])('%j is empty', text => {
    expect(hasVisibleCharacter(text)).toBe(false)
    expect([cleanText(text), cleanLine(text)]).toEqual(['', ''])
  })

  test('all ignorable, separator, format and control code points are invisible', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      if (/[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}]/u.test(character) && hasVisibleCharacter(character))
        expect.unreachable(`U+${code.toString(16)}`)
    }
  })
})

test.each(['a', '.', '7', '漢', 'ا', '👩‍👩‍👧', '❤️', 'می‌خواهم', '\u2801', 'e\u0301'])('%j is visible and kept', text => {
  expect(hasVisibleCharacter(text)).toBe(true)
  expect(cleanText(text)).toBe(text.normalize('NFC'))
})
