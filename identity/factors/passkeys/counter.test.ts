import { expect, test } from 'vitest'
import { countsOn } from './counter.ts'

test.each([
  [0, 0, true],
  [0, 1, true],
  [7, 8, true],
  [7, 1_000, true],
  [7, 7, false],
  [7, 6, false],
  [7, 0, false],
])('signature counter %i followed by %i is valid: %j', (before, counter, isRight) => {
  expect(countsOn(before, counter)).toBe(isRight)
})
