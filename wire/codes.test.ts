import { expect, test } from 'vitest'
import { isSixDigits, normalizeCode } from './codes.ts'

test.each([
  '123456',
  ' 123456\n',
  '123 456',
  '123\u00a0456',
  '123\u2009456',
  '123\u3000456',
  '123-456',
  '123–456',
  '123\u2011456',
  '123−456',
  '1.2.3.4.5.6',
  '\u200b123\u200d456\ufeff',
  '\u2066123456\u2069',
  '１２３４５６',
  '１２３　４５６',
  '١٢٣٤٥٦',
  '۱۲۳ ۴۵۶',
  '१२३४५६',
  '𝟏𝟐𝟑𝟒𝟓𝟔',
  '①②③④⑤⑥',
])('%j is the code 123456', typed => {
  expect(normalizeCode(typed)).toBe('123456')
})

test('every Unicode decimal digit has its value', () => {
  const plain = Intl.supportedValuesOf('numberingSystem').flatMap(system => {
    const digits = [...'0123456789'].map(digit =>
      new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(Number(digit)),
    )
    return digits.every(digit => /^\p{Nd}$/u.test(digit)) ? [digits.join('')] : []
  })
  expect(plain.length).toBeGreaterThan(50)
  for (const digits of plain) expect([digits, normalizeCode(digits)]).toEqual([digits, '0123456789'])
})

test('letters are kept, and text that is not a code stays invalid', () => {
  expect(normalizeCode('4KQ1-x0ze 99am–t3vd')).toBe('4KQ1x0ze99amt3vd')
  expect(['', '12345', '1234567', '12345a', '123456\n', '１２３４５６'].filter(isSixDigits)).toEqual([])
})
