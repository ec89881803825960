import { expect, test } from 'vitest'
import { formatRetryAfter } from './sender-address.ts'

test.each([
  [0, 'in a few seconds'],
  [10, 'in a few seconds'],
  [11, 'in a minute'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [20 * 60, 'in 20 minutes'],
  [55 * 60, 'in 55 minutes'],
  [55 * 60 + 1, 'in an hour'],
  [3_600, 'in an hour'],
  [3_601, 'in about 2 hours'],
  [2.4 * 3_600, 'in about 3 hours'],
  [20 * 3_600, 'in about 20 hours'],
  [20 * 3_600 + 1, 'tomorrow'],
  [24 * 3_600, 'tomorrow'],
  [30 * 3_600, 'tomorrow'],
  [30 * 3_600 + 1, 'in 2 days'],
  [7 * 86_400, 'in 7 days'],
])('a wait of %d s reads %s', (seconds, words) => expect(formatRetryAfter(seconds)).toBe(words))
