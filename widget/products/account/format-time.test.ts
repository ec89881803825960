import { expect, test } from 'vitest'
import { timeFormat } from './format-time.ts'

test.each([
  ['en', '24 July 2025 at 10:30'],
  ['de', '24. Juli 2025 um 10:30'],
  ['es', '24 de julio de 2025 a las 10:30'],
  ['en-US', 'July 24, 2025 at 10:30 AM'],
])('times in %s have the long form: %s', (language, words) =>
  expect(timeFormat(language, 'UTC')('2025-07-24T10:30:00Z').replaceAll('\u202f', ' ')).toBe(words),
)
