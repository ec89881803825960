import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testLogger } from '../testing/index.ts'
import { createRejectionLog } from './index.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const open = () => {
  const { logger, lines } = testLogger()
  return { note: createRejectionLog(logger), lines }
}
const texts = (lines: readonly Record<string, unknown>[]) => lines.map(({ time: _, ...line }) => line)

test('the first rejection is logged immediately with its details', () => {
  const { note, lines } = open()
  note('429 /vote', { level: 'warn', path: '/vote' })
  expect(texts(lines)).toEqual([{ level: 40, msg: 'request refused', refused: '429 /vote', path: '/vote' }])
})

test('further rejections are counted by kind in one line at the end of the second', () => {
  const { note, lines } = open()
  for (let n = 0; n < 1_000; n++) note('429 /vote', { level: 'warn' })
  note('503 /vote', { level: 'error' })
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(texts(lines).slice(1)).toEqual([
    { level: 50, msg: 'more requests refused', requests: 1_000, refused: { '429 /vote': 999, '503 /vote': 1 } },
  ])
})

test('persistent overload is logged once a second in full, and a quiet second logs nothing', () => {
  const { note, lines } = open()
  for (let n = 0; n < 100; n++) {
    note('429 /vote', { level: 'warn' })
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(1_000)
  expect(lines.length).toBeLessThanOrEqual(11)
  expect(lines.reduce((sum, { requests = 1 }) => sum + Number(requests), 0)).toBe(100)
  const told = lines.length
  vi.advanceTimersByTime(10_000)
  expect(lines).toHaveLength(told)
})

test('after a quiet second the next rejection is logged immediately again', () => {
  const { note, lines } = open()
  note('429 /vote', { level: 'warn' })
  vi.advanceTimersByTime(1_000)
  note('429 /vote', { level: 'warn' })
  expect(lines.map(({ msg }) => msg)).toEqual(['request refused', 'request refused'])
})
