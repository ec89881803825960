import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from './worker.ts'

/** Runs that last until they are ended, and how many there were. */
const counted = () => {
  const ends: (() => void)[] = []
  let runs = 0
  let atOnce = 0
  const ask = oneAtATime(
    async () => {
      runs++
      expect(++atOnce).toBe(1)
      await new Promise<void>(end => ends.push(end))
      atOnce--
    },
    error => {
      throw error
    },
  )
  const endOne = async () => {
    ends.shift()?.()
    await turnOfTheEventLoop()
    await turnOfTheEventLoop()
  }
  return { ask, endOne, runs: () => runs }
}

test('calls in one event loop turn share a run', async () => {
  const { ask, endOne, runs } = counted()
  for (let n = 0; n < 3; n++) void ask()
  await turnOfTheEventLoop()
  await endOne()
  expect(runs()).toBe(1)
})

test('calls during a run share one subsequent run', async () => {
  const { ask, endOne, runs } = counted()
  void ask()
  await turnOfTheEventLoop()
  for (let n = 0; n < 3; n++) void ask()
  expect(runs()).toBe(1)
  await endOne()
  expect(runs()).toBe(2)
  await endOne()
  expect(runs()).toBe(2)
})

test('a failed run is reported, and the next one starts as usual', async () => {
  const errors: unknown[] = []
  let runs = 0
  const ask = oneAtATime(
    async () => {
      runs++
      throw new Error(`run ${runs}`)
    },
    error => errors.push(String(error)),
  )
  await ask()
  await ask()
  expect(errors).toEqual(['Error: run 1', 'Error: run 2'])
})
