import { expect, test } from 'vitest'
import { fundText } from './fund-text.ts'

test.each([
  ['nothing', [], '€0'],
  ['one sum', [{ amount: 2_500, currency: 'usd' }], '$25'],
  [
    "the site's own currency first, where it is first",
    [
      { amount: 1_000, currency: 'eur' },
      { amount: 2_500, currency: 'usd' },
    ],
    '€10 + $25',
  ],
  [
    "the site's own currency first",
    [
      { amount: 2_500, currency: 'usd' },
      { amount: 1_000, currency: 'eur' },
      { amount: 500, currency: 'jpy' },
    ],
    '€10 + $25 + ¥500',
  ],
] as const)('a fund total is formatted: %s', (_, total, text) => {
  expect(fundText(total, 'eur')).toBe(text)
})
