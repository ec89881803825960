import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenNpmEnds } from './when-npm-ends.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A program that npm runs in a shell, the process 7. */
const underNpm = () => ({ env: { npm_lifecycle_event: 'start' } as NodeJS.ProcessEnv, ppid: 7 })

test('the end of the shell in which npm runs a program is noticed once', () => {
  const end = vi.fn()
  const program = underNpm()
  whenNpmEnds(end, program)
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
  program.ppid = 1
  vi.advanceTimersByTime(250)
  expect(end).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(end).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('a program that npm did not start goes on when its parent ends', () => {
  const end = vi.fn()
  const program = { env: {}, ppid: 7 }
  whenNpmEnds(end, program)
  program.ppid = 1
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
})

test('looking at the shell does not keep a program running that has nothing else to do', () => {
  const look = vi.spyOn(globalThis, 'setInterval')
  whenNpmEnds(() => {}, underNpm())
  const timers = look.mock.results.map(({ value }) => value)
  // Now: later it would put the timers of this test in place of the real ones.
  look.mockRestore()
  expect(timers.map(timer => timer.hasRef())).toEqual([false])
})
