import { expect, test } from 'vitest'
import { failures, unavailable } from './asked.ts'

test('each failure has its status, and temporary ones a Retry-After', () => {
  const statuses = Object.fromEntries(Object.entries(failures).map(([why, { status }]) => [why, status]))
  expect(statuses).toEqual({ ended: 401, unproved: 403, used: 401, unknown: 400, unavailable: 503 })
  expect(unavailable()).toMatchObject({ status: 503, message: failures.unavailable.sentence, retryAfter: 5 })
})
