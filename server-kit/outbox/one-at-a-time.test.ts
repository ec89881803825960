import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

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

test('all who ask in one turn of the event loop get one run', async () => {
  const { ask, endOne, runs } = counted()
  for (let n = 0; n < 3; n++) void ask()
  await turnOfTheEventLoop()
  await endOne()
  expect(runs()).toBe(1)
})

test('all who ask while it runs get one more run, after it', async () => {
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

test('a run that fails is told, and the next one begins as usual', async () => {
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
