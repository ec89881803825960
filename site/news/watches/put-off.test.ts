import { expect, test } from 'vitest'
import { mostAttempts, waitAfter } from './tell.ts'

const day = 24 * 60 * 60_000

test('a deferred email is retried with backoff for five days', () => {
  expect([1, 2, 3, 8, 9, 30].map(attempts => waitAfter(attempts) / 60_000)).toEqual([1, 2, 4, 128, 240, 240])
  const all = Array.from({ length: mostAttempts }, (_, n) => waitAfter(n + 1)).reduce((sum, wait) => sum + wait, 0)
  expect(all).toBeGreaterThan(5 * day)
  expect(all - waitAfter(mostAttempts)).toBeLessThan(5 * day)
})
