import { expect, test } from 'vitest'
import { dueWords } from './read-due.ts'

const due = { state: 'due', questioned: null } as const

test.each([
  ['a reporter who has not said how', due, undefined, 'Has not said yet how to be paid'],
  ['a reporter who has said so only in part', due, { way: null, ready: 0 }, 'Has not said yet how to be paid'],
  ['one who is paid by hand', due, { way: 'hand', ready: 0 }, 'To be paid by hand'],
  ['one who has begun at Stripe', due, { way: 'stripe', ready: 0 }, 'Has not finished at Stripe'],
  ['one that Stripe can pay', due, { way: 'stripe', ready: 1 }, 'Stripe sends it soon'],
  ['a transfer that was begun', { ...due, state: 'sending' }, { way: 'stripe', ready: 1 }, 'Stripe is sending it'],
  ['a transfer that came back', { ...due, state: 'stopped' }, undefined, 'Came back: see to it, then pay again'],
  ['an award in question', { ...due, questioned: 'a' }, undefined, 'Somebody wants it taken back: decide above'],
] as const)('the desk says of %s what it waits for', (_, payout, payee, words) => {
  expect(dueWords(payout, payee, null)).toBe(words)
})
