import { expect, test } from 'vitest'
import { clockText, secondsUntil } from './OTPAuthenticate.tsx'

test.each([
  [300_000, 300],
  [299_001, 300],
  [299_000, 299],
  [1, 1],
  [0, 0],
  [-60_000, 0],
])('%i ms before expiry the countdown is %i seconds', (remaining, seconds) => {
  expect(secondsUntil(1_000_000 + remaining, 1_000_000)).toBe(seconds)
})

test.each([
  [300, '5:00'],
  [299, '4:59'],
  [60, '1:00'],
  [9, '0:09'],
  [0, '0:00'],
  [4_500, '75:00'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
