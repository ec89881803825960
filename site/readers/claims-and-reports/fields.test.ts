import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { line, mailOf, problemsIn, prose, requiredLine, requiredProse, sharedFields, ticked } from './fields.ts'

/** Parses a value, or returns the error messages. */
const read = (field: z.ZodType, sent: unknown): unknown => {
  const parsed = z.object({ field }).safeParse({ field: sent })
  return parsed.success ? parsed.data.field : { refused: problemsIn(parsed.error).field }
}
const refused = (words: RegExp) => ({ refused: expect.stringMatching(words) })
const hex = 'ab'.repeat(32)

describe('SHA-256 field', () => {
  test.each([
    ['is kept in lower case', ` ${hex.toUpperCase()}\n`, hex],
    ['that is too short', hex.slice(1), refused(/not 64 hexadecimal digits/)],
    ['with more before it', `0${hex}`, refused(/not 64 hexadecimal digits/)],
    ['with more behind it', `${hex}0`, refused(/not 64 hexadecimal digits/)],
    ['that is left out', undefined, refused(/missing/)],
  ])('a SHA-256 %s', (_, sent, kept) => expect(read(sharedFields.sha256, sent)).toEqual(kept))
})

describe('DOI field of a report', () => {
  test.each([
    ['may be left out', undefined, null],
    ['may be empty, as a form sends it', '', null],
    ['is kept in its one spelling', 'https://doi.org/10.1000/X', '10.1000/x'],
    ['that is none is refused', 'the paper by Ada', refused(/not a DOI/)],
  ])('a report’s DOI %s', (_, sent, kept) => expect(read(sharedFields.doi, sent)).toEqual(kept))
})

describe('material link', () => {
  test.each([
    ['https://osf.io/abc', 'https://osf.io/abc'],
    [' http://osf.io/abc ', 'http://osf.io/abc'],
    ['', null],
    [' ', null],
    [null, null],
    [undefined, null],
    ['osf.io/abc', refused(/begins with https/)],
    ['javascript:alert(1)', refused(/begins with https/)],
    ['xhttps://osf.io/abc', refused(/begins with https/)],
    ['httpsx://osf.io/abc', refused(/begins with https/)],
    // A name before the host would pass for the host.
    ['https://osf.io@evil.example/', refused(/begins with https/)],
    ['https://:osf.io@evil.example/', refused(/begins with https/)],
    ['https://osf.io/a b', refused(/begins with https/)],
    [`https://osf.io/${'a'.repeat(2_000)}`, refused(/./)],
    [7, refused(/must be a string/)],
  ])('material link %j: %j', (sent, kept) => expect(read(sharedFields.reproducibilityPackage, sent)).toEqual(kept))
})

test.each([
  [true, true],
  ['on', true],
  ['true', true],
  [false, false],
  ['false', false],
  ['', false],
  [undefined, false],
])('a checkbox sent as %j is checked: %j', (sent, kept) => expect(read(ticked, sent)).toBe(kept))

describe('text field', () => {
  test('line endings are normalized to line feeds', () =>
    expect(read(prose(100), ' a\r\nb\rc\nd\n')).toBe('a\nb\nc\nd'))

  test('the length limit applies after trimming', () => {
    for (const field of [line(5), prose(5)]) {
      expect(read(field, '  abcde  ')).toBe('abcde')
      expect(read(field, 'abcdef')).toEqual(refused(/longer than 5/))
      expect(read(field, `a${' '.repeat(20)}`)).toEqual(refused(/longer than 5/))
    }
  })

  test('invisible and direction characters are removed, and multi-line text keeps line breaks and tabs', () => {
    for (const field of [line(99), prose(99)])
      for (const sent of ['a\u202eb', 'a\u200bb', 'a\u0007b']) expect(read(field, sent)).toEqual(refused(/nobody sees/))
    expect(read(line(99), 'a\nb')).toEqual(refused(/nobody sees/))
    expect(read(prose(99), 'a\n\tb')).toBe('a\n\tb')
  })

  test('required text must be a string with more than spaces', () => {
    for (const field of [requiredLine(99), requiredProse(99)])
      for (const sent of ['', ' \n ', undefined, 7]) expect(read(field, sent)).toEqual(refused(/required/))
    for (const field of [line(99), prose(99)]) expect(read(field, ' ')).toBe('')
  })
})

test.each([
  [' Ada@Example.org ', 'ada@example.org'],
  ['Ada Lovelace', null],
  ['+15551234567', null],
])('%j is read as the email address %j', (text, email) => expect(mailOf(text)).toBe(email))
