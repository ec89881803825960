import { expect, test } from 'vitest'
import { printable, printableJson } from './printable.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Every character of one code unit, and a line break. */
const everything = String.fromCharCode(...Array.from({ length: 0x1_00_00 }, (_, code) => code))

test.each([
  ['a colour', '\u001b[31mred', '[31mred'],
  ['a title of the window', '\u001b]0;owned\u0007text', ']0;ownedtext'],
  ['C1', '\u009b2Jtext', '2Jtext'],
  ['text turned around', 'a\u202ecba\u202c', 'acba'],
  ['lines', 'one\r\n two\u2028three\tfour', 'one  two three four'],
  ['letters of every language', 'Größe 大小 \u{1f600}', 'Größe 大小 \u{1f600}'],
])('terminal control characters are removed: %s', (_, text, expected) => {
  expect(printable(text)).toBe(expected)
})

test('printable text contains no terminal control characters and no line breaks', () => {
  expect(obeyed.test(printable(everything))).toBe(false)
  expect(printable(everything).includes('\n')).toBe(false)
})

test('JSON output contains no terminal control characters and parses to the same value', () => {
  const json = printableJson({ everything })
  expect(obeyed.test(json)).toBe(false)
  expect(JSON.parse(json).everything === everything).toBe(true)
})
