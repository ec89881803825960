import { expect, test } from 'vitest'
import { dueWords } from './read-due.ts'

const due = { state: 'due', questioned: null } as const

test.each([
  ['a reporter who has not said how', due, undefined, 'No payout method yet'],
  ['a reporter who has said so only in part', due, { way: null, ready: 0 }, 'No payout method yet'],
  ['one who is paid by hand', due, { way: 'hand', ready: 0 }, 'Pay manually'],
  ['one who has begun at Stripe', due, { way: 'stripe', ready: 0 }, 'Stripe onboarding incomplete'],
  ['one that Stripe can pay', due, { way: 'stripe', ready: 1 }, 'Queued at Stripe'],
  ['a transfer that was begun', { ...due, state: 'sending' }, { way: 'stripe', ready: 1 }, 'Being sent by Stripe'],
  ['a transfer that came back', { ...due, state: 'stopped' }, undefined, 'Returned: fix the cause, then pay again'],
  ['an award in question', { ...due, questioned: 'a' }, undefined, 'Withdrawal proposed: decide above'],
] as const)('the money desk shows what a payout to %s waits for', (_, payout, payee, words) => {
  expect(dueWords(payout, payee, null)).toBe(words)
})
