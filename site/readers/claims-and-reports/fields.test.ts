import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { line, mailOf, problemsIn, prose, requiredLine, requiredProse, sharedFields, ticked } from './index.ts'

/** Parses a value, or returns the error messages. */
const read = (field: z.ZodType, sent: unknown): unknown => {
  const parsed = z.object({ field }).safeParse({ field: sent })
  return parsed.success ? parsed.data.field : { refused: problemsIn(parsed.error).field }
}
const refused = (words: RegExp) => ({ refused: expect.stringMatching(words) })
const hex = 'ab'.repeat(32)

describe('a fingerprint is 64 hexadecimal digits, and nothing around them', () => {
  test.each([
    ['is kept in lower case', ` ${hex.toUpperCase()}\n`, hex],
    ['that is too short', hex.slice(1), refused(/not 64 hexadecimal digits/)],
    ['with more before it', `0${hex}`, refused(/not 64 hexadecimal digits/)],
    ['with more behind it', `${hex}0`, refused(/not 64 hexadecimal digits/)],
    ['that is left out', undefined, refused(/missing/)],
  ])('%s', (_, sent, kept) => expect(read(sharedFields.sha256, sent)).toEqual(kept))
})

describe('the DOI beside a report', () => {
  test.each([
    ['may be left out', undefined, null],
    ['may be empty, as a form sends it', '', null],
    ['is kept in its one spelling', 'https://doi.org/10.1000/X', '10.1000/x'],
    ['that is none is refused', 'the paper by Ada', refused(/not a DOI/)],
  ])('%s', (_, sent, kept) => expect(read(sharedFields.doi, sent)).toEqual(kept))
})

describe('a link to material', () => {
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
  ])('%j: %j', (sent, kept) => expect(read(sharedFields.reproducibilityPackage, sent)).toEqual(kept))
})

test.each([
  [true, true],
  ['on', true],
  ['true', true],
  [false, false],
  ['false', false],
  ['', false],
  [undefined, false],
])('a box that is sent as %j is ticked: %j', (sent, kept) => expect(read(ticked, sent)).toBe(kept))

describe('a text', () => {
  test('has line feeds at the ends of its lines, whatever system it was typed on', () =>
    expect(read(prose(100), ' a\r\nb\rc\nd\n')).toBe('a\nb\nc\nd'))

  test('may be as long as its field says, once it is trimmed', () => {
    for (const field of [line(5), prose(5)]) {
      expect(read(field, '  abcde  ')).toBe('abcde')
      expect(read(field, 'abcdef')).toEqual(refused(/longer than 5/))
      expect(read(field, `a${' '.repeat(20)}`)).toEqual(refused(/longer than 5/))
    }
  })

  test('hides nothing and turns nothing around; of many lines it has lines and tabs', () => {
    for (const field of [line(99), prose(99)])
      for (const sent of ['a\u202eb', 'a\u200bb', 'a\u0007b']) expect(read(field, sent)).toEqual(refused(/nobody sees/))
    expect(read(line(99), 'a\nb')).toEqual(refused(/nobody sees/))
    expect(read(prose(99), 'a\n\tb')).toBe('a\n\tb')
  })

  test('that has to say something is more than spaces, and a text', () => {
    for (const field of [requiredLine(99), requiredProse(99)])
      for (const sent of ['', ' \n ', undefined, 7]) expect(read(field, sent)).toEqual(refused(/required/))
    for (const field of [line(99), prose(99)]) expect(read(field, ' ')).toBe('')
  })
})

test.each([
  [' Ada@Example.org ', 'ada@example.org'],
  ['Ada Lovelace', null],
  ['+15551234567', null],
])('%j is the mail address %j', (text, email) => expect(mailOf(text)).toBe(email))
