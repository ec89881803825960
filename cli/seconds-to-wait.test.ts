import { expect, test } from 'vitest'
import { secondsToWait } from './seconds-to-wait.ts'

const now = new Date('2026-03-01T12:00:00Z')

test.each([
  ['7', 7],
  [' 7 ', 7],
  ['0', 1],
  ['Sun, 01 Mar 2026 12:01:30 GMT', 90],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 1],
  ['soon', 5],
  ['', 5],
  [null, 5],
])('Retry-After: %s waits %i seconds', (given, seconds) => {
  expect(secondsToWait(given, now)).toBe(seconds)
})
