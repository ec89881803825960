import { describe, expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

const open = () => {
  const { run, pending } = createSingleFlight<string, number>()
  const calls: PromiseWithResolvers<number>[] = []
  const ask = (key: string): Promise<number> =>
    run(key, () => {
      const call = Promise.withResolvers<number>()
      calls.push(call)
      return call.promise
    })
  return { ask, pending, calls }
}

describe('while a call is pending', () => {
  test('who asks for the same key shares it', async () => {
    const { ask, calls } = open()
    const answers = [ask('a'), ask('a'), ask('a')]
    calls[0]?.resolve(1)
    expect(await Promise.all(answers)).toEqual([1, 1, 1])
    expect(calls).toHaveLength(1)
  })

  test('who asks for another key does not', async () => {
    const { ask, calls } = open()
    const answers = [ask('a'), ask('b')]
    calls[1]?.resolve(2)
    calls[0]?.resolve(1)
    expect(await Promise.all(answers)).toEqual([1, 2])
  })

  test('its error is shared too', async () => {
    const { ask, calls } = open()
    const answers = [ask('a'), ask('a')]
    calls[0]?.reject(new Error('no'))
    for (const answer of answers) await expect(answer).rejects.toThrow('no')
    expect(calls).toHaveLength(1)
  })

  test('it can be looked up', async () => {
    const { ask, pending, calls } = open()
    expect(pending('a')).toBeUndefined()
    const answer = ask('a')
    expect(pending('a')).toBe(answer)
    calls[0]?.resolve(1)
    await answer
    expect(pending('a')).toBeUndefined()
  })
})

test.each(['resolve', 'reject'] as const)('after a %s the next call is made anew', async how => {
  const { ask, calls } = open()
  const first = ask('a').catch(() => 0)
  calls[0]?.[how](1)
  await first
  const second = ask('a')
  calls[1]?.resolve(2)
  expect(await second).toBe(2)
})
