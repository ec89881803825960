import { expect, test } from 'vitest'
import { groupedNumber } from './grouped-number.ts'

test.each([0, 7, 999, 1_000, 12_345, 123_456, 1_234_567, 1_000_000_000, -5, -1_234])(
  '%i is formatted as Intl does',
  count => expect(groupedNumber(count)).toBe(new Intl.NumberFormat('en').format(count)),
)
