import { describe, expect, test } from 'vitest'
import { createSingleFlight } from './index.ts'

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

describe('pending call', () => {
  test('calls with the same key share it', async () => {
    const { ask, calls } = open()
    const answers = [ask('a'), ask('a'), ask('a')]
    calls[0]?.resolve(1)
    expect(await Promise.all(answers)).toEqual([1, 1, 1])
    expect(calls).toHaveLength(1)
  })

  test('calls with another key run separately', async () => {
    const { ask, calls } = open()
    const answers = [ask('a'), ask('b')]
    calls[1]?.resolve(2)
    calls[0]?.resolve(1)
    expect(await Promise.all(answers)).toEqual([1, 2])
  })

  test('its error is shared', async () => {
    const { ask, calls } = open()
    const answers = [ask('a'), ask('a')]
    calls[0]?.reject(new Error('no'))
    for (const answer of answers) await expect(answer).rejects.toThrow('no')
    expect(calls).toHaveLength(1)
  })

  test('a pending call can be inspected', async () => {
    const { ask, pending, calls } = open()
    expect(pending('a')).toBeUndefined()
    const answer = ask('a')
    expect(pending('a')).toBe(answer)
    calls[0]?.resolve(1)
    await answer
    expect(pending('a')).toBeUndefined()
  })
})

test.each(['resolve', 'reject'] as const)('after a %s the next call runs again', async how => {
  const { ask, calls } = open()
  const first = ask('a').catch(() => 0)
  calls[0]?.[how](1)
  await first
  const second = ask('a')
  calls[1]?.resolve(2)
  expect(await second).toBe(2)
})
