import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenNpmEnds } from './run-process.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A program that npm runs in a shell, the process 7. */
const underNpm = () => ({ env: { npm_lifecycle_event: 'start' } as NodeJS.ProcessEnv, ppid: 7 })

test('the exit of npm’s shell is detected once', () => {
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

test('a program not started by npm keeps running when its parent exits', () => {
  const end = vi.fn()
  const program = { env: {}, ppid: 7 }
  whenNpmEnds(end, program)
  program.ppid = 1
  vi.advanceTimersByTime(60_000)
  expect(end).not.toHaveBeenCalled()
})

test('watching npm’s shell does not keep the process alive', () => {
  const look = vi.spyOn(globalThis, 'setInterval')
  whenNpmEnds(() => {}, underNpm())
  const timers = look.mock.results.map(({ value }) => value)
  // Now: later it would put the timers of this test in place of the real ones.
  look.mockRestore()
  expect(timers.map(timer => timer.hasRef())).toEqual([false])
})
