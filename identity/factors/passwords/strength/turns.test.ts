import { expect, test } from 'vitest'
import { createTurns } from './grader.ts'

test('a sender’s concurrent work is limited, and a slot frees when a task ends or fails', async () => {
  const turns = createTurns(2)
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const begun = [turns('ada', () => first.promise), turns('ada', () => second.promise)]
  const refused = { type: 'too_many_requests', retryAfter: 1 }
  await expect(turns('ada', async () => 'third')).rejects.toMatchObject(refused)
  expect(await turns('bob', async () => 'his')).toBe('his')
  first.resolve('first')
  expect(await begun[0]).toBe('first')
  expect(await turns('ada', async () => 'third')).toBe('third')
  // The second piece is still running, so there is room for one more.
  const fourth = Promise.withResolvers<string>()
  const more = turns('ada', () => fourth.promise)
  await expect(turns('ada', async () => 'fifth')).rejects.toMatchObject(refused)
  fourth.resolve('fourth')
  expect(await more).toBe('fourth')
  second.reject(new Error('no'))
  await expect(begun[1]).rejects.toThrow('no')
  expect(await Promise.all([turns('ada', async () => 1), turns('ada', async () => 2)])).toEqual([1, 2])
})
