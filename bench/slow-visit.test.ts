import { expect, test } from 'vitest'
import { blockedTime } from './slow-visit.ts'

test('blocking time counts what each task exceeds 50 ms by, between first contentful paint and hydration', () => {
  const tasks = [
    { startTime: 0, duration: 400 },
    { startTime: 1_000, duration: 80 },
    { startTime: 1_200, duration: 51 },
    { startTime: 1_400, duration: 300 },
  ]
  // 50 of the first are after the first content; 100 of the last before everything is alive.
  expect(blockedTime(tasks, { from: 350, to: 1_500 })).toBe(0 + 30 + 1 + 50)
  expect(blockedTime([], { from: 0, to: 100 })).toBe(0)
})
