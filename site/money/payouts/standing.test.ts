import { expect, test } from 'vitest'
import { formatPayoutStatus } from './routes.ts'

const due = { state: 'due', way: null, paid_at: null, reference: null, problem: null, questioned: null } as const
const paid = { ...due, state: 'paid', paid_at: Date.UTC(2026, 10, 3) } as const
const waits = 'On hold: its report is no longer approved'

test.each([
  ['who has not said how to be paid', due, null, 'Awarded. Choose a payout method'],
  ['who has said so only in part', due, { way: null, ready: 0 }, 'Awarded. Choose a payout method'],
  ['who is paid by hand', due, { way: 'hand', ready: 1 }, 'Awarded. The operators will pay it'],
  ['who has not finished at Stripe', due, { way: 'stripe', ready: 0 }, 'Awarded. Finish the payout setup at Stripe'],
  ['that Stripe can pay', due, { way: 'stripe', ready: 1 }, 'Awarded. Stripe will send it soon.'],
  ['who is being paid', { ...due, state: 'sending' }, null, 'Stripe is sending it.'],
  ['whose bank sent it back', { ...due, state: 'stopped' }, null, 'The payment was returned.'],
  ['who was paid by Stripe', { ...paid, way: 'stripe', reference: 'tr_1' }, null, 'Paid on 3 November 2026 by Stripe.'],
  ['who was paid by hand', { ...paid, way: 'hand', reference: 'A, 1' }, null, 'Paid on 3 November 2026 by hand, A, 1.'],
  ['who was paid by hand, without a reference', { ...paid, way: 'hand' }, null, 'Paid on 3 November 2026 by hand.'],
  ['who declined it', { ...due, state: 'withdrawn' }, null, 'Returned to the bounty.'],
  [
    'who lost it to two moderators',
    { ...due, state: 'withdrawn', problem: 'No.' },
    null,
    'Withdrawn by two moderators: “No.”',
  ],
  [
    'who may lose it',
    { ...due, questioned: 'p' },
    { way: 'stripe', ready: 1 },
    'On hold: a moderator proposed to withdraw it',
  ],
] as const)('a reporter %s sees the state of their award', (_, payout, payee, words) => {
  expect(formatPayoutStatus(payout, payee, false)).toMatch(new RegExp(`^${words}`))
})

test.each([
  ['due', {}, waits],
  ['due', { questioned: 'p' }, waits],
  ['stopped', {}, waits],
  ['sending', {}, 'Stripe is sending it.'],
  ['paid', { way: 'stripe', paid_at: 0 }, 'Paid on 1 January 1970 by Stripe.'],
  ['withdrawn', {}, 'Returned to the bounty.'],
] as const)('an award that is %s and lost its grounds shows: %j', (state, more, words) => {
  expect(formatPayoutStatus({ ...due, state, ...more }, null, true)).toMatch(new RegExp(`^${words}`))
})
