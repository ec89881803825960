import { expect, test } from 'vitest'
import { inRounds } from './in-rounds.ts'

test('every arm is measured once per round, in varying order', async () => {
  const order: string[] = []
  const note = (name: string) => (round: number) => {
    order.push(name)
    return round
  }
  const samples = await inRounds(50, { ours: note('ours'), theirs: note('theirs') })
  const rounds = Array.from({ length: 50 }, (_, round) => round)
  expect(samples).toEqual({ ours: rounds, theirs: rounds })
  const firsts = order.filter((_, place) => place % 2 === 0)
  expect(new Set(firsts)).toEqual(new Set(['ours', 'theirs']))
})
