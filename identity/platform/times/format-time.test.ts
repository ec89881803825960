import { expect, test } from 'vitest'
import { formatTime } from './format-time.ts'

test.each([
  [undefined, '4 July 2025 at 09:05 UTC'],
  ['de', '4. Juli 2025 um 09:05 UTC'],
  ['es', '4 de julio de 2025 a las 9:05 UTC'],
])('in %s it is the long form: %s', (tag, words) => expect(formatTime(Date.UTC(2025, 6, 4, 9, 5), tag)).toBe(words))
