import { expect, test } from 'vitest'
import { asOf, isYoung } from './open-replica.ts'

const ends = [
  { bytes: 100, at: 1_000 },
  { bytes: 100, at: 1_500 },
  { bytes: 250, at: 2_000 },
]

test.each<[string, number, number | null]>([
  ['has reached none of the ends', 99, null],
  ['has reached an end that stayed for a while', 100, 1_500],
  ['is between two ends', 249, 1_500],
  ['has reached the last one', 250, 2_000],
  ['is further than the primary was', 900, 2_000],
])('data timestamp of a standby that %s', (_, replayed, expected) => expect(asOf(ends, replayed)).toBe(expected))

test.each<[string, number | null, boolean]>([
  ['of now', 5_000, true],
  ['a second old', 4_000, true],
  ['older', 3_999, false],
  ['of no known moment', null, false],
])('data %s is recent', (_, shown, expected) => expect(isYoung(shown, 5_000)).toBe(expected))
