import { expect, test } from 'vitest'
import { levelOf, wasSent } from './load-level.ts'

const answer = { status: 200, took: 10, wrong: false, late: false }

test('a load level counts responses by outcome', () => {
  const answers = [
    answer,
    { ...answer, took: 30 },
    { ...answer, late: true, took: 90 },
    { ...answer, wrong: true },
    { ...answer, status: 503, took: 1 },
    { ...answer, status: 429 },
    { ...answer, status: 500 },
  ]
  const volley = { answers, errors: 1, sentPerSecond: 4, cleared: 0 }
  expect(levelOf(volley, { crowd: 2, wantedPerSecond: 8, seconds: 2 })).toEqual({
    crowd: 2,
    wantedPerSecond: 8,
    sentPerSecond: 4,
    answeredPerSecond: 1,
    shares: { well: 3 / 8, busy: 1 / 8, limited: 1 / 8 },
    wrong: 1,
    others: 2,
    p50: 30,
    p99: 90,
  })
})

test('a load level that sent less than half of its requests is marked as such', () => {
  const volley = { answers: [answer], errors: 0, sentPerSecond: 3.9, cleared: 0 }
  const level = levelOf(volley, { crowd: 2, wantedPerSecond: 8, seconds: 2 })
  expect(wasSent(level)).toBe(false)
  expect(wasSent({ ...level, sentPerSecond: 4 })).toBe(true)
})
