import { expect, test } from 'vitest'
import { whatCame } from './feature.ts'
import type { Contribution } from './store.ts'
import { mailsDue } from './take-events.ts'
import { contributionOf } from './testing/index.ts'

const here = 'bounty:10.1000/x'
const elsewhere = 'bounty:10.1000/y'
const asked = { state: 'open', paid_amount: 0, paid_currency: null, amount: 2_500 } as const
const inPool = { fund: 'pool' } as const

test.each<[string, Partial<Contribution>, string]>([
  [
    'paid',
    {},
    'Thank you for your contribution of $100. It was added to the bounty. A receipt is on its way by email.',
  ],
  ['paid for the pool', inPool, 'This is another contribution: $100 went to the pool.'],
  [
    'paid for another paper',
    { fund: elsewhere },
    'This is another contribution: $100 went to the bounty of 10.1000/y.',
  ],
  [
    'paid back in part',
    { refunded: 1_000 },
    'Thank you for your contribution of $100. It was added to the bounty. A receipt is on its way by email. $10 of it was refunded.',
  ],
  [
    'paid for another paper, and back in part',
    { fund: elsewhere, refunded: 1_000 },
    'This is another contribution: $100 went to the bounty of 10.1000/y. $10 of it was refunded.',
  ],
  ['paid back', { refunded: 10_000 }, 'This contribution of $100 was refunded in full.'],
  ['paid back and disputed', { refunded: 10_000, disputed: 1 }, 'This contribution of $100 was refunded in full.'],
  ['disputed', { disputed: 1 }, 'This contribution of $100 is disputed, and your bank has withdrawn it for now.'],
  [
    'paid in another currency',
    { amount: 1, paid_amount: 900, paid_currency: 'eur' },
    'Thank you for your contribution of €9. It was added to the bounty. A receipt is on its way by email.',
  ],
  [
    'on its way',
    { ...asked, state: 'processing' },
    'Your bank is processing $25 for the bounty. We’ll email you when it arrives or fails. You don’t need to do anything.',
  ],
  [
    'failed',
    { ...asked, state: 'failed', fund: elsewhere },
    'The payment of $25 for the bounty of 10.1000/y failed. No money has moved.',
  ],
  [
    'left, with a currency of a payment that never came',
    { ...asked, state: 'expired', paid_currency: 'usd' },
    'The checkout for $25 was abandoned. No money has moved.',
  ],
  ['left', { ...asked, state: 'expired' }, 'The checkout for $25 was abandoned. No money has moved.'],
  [
    'open',
    { ...asked, ...inPool },
    'We’re waiting for confirmation of $25 for the pool. If you paid, it is added once confirmed; if not, no money has moved.',
  ],
  [
    'begun',
    { ...asked, state: 'begun' },
    'We’re waiting for confirmation of $25 for the bounty. If you paid, it is added once confirmed; if not, no money has moved.',
  ],
])('a contributor returning to a contribution that is %s sees where the money is', (_, change, sentence) =>
  expect(whatCame(contributionOf(change), here)).toBe(sentence),
)

const usd = (amount: number) => ({ amount, currency: 'usd' })
test.each([
  ['comes', { state: 'open' }, {}, ['receipt 2500']],
  ['comes, and a part goes at once', { state: 'open' }, { refunded: 500 }, ['receipt 2500', 'refunded 500']],
  ['is there already', {}, {}, []],
  ['goes back', { refunded: 200 }, { refunded: 500 }, ['refunded 300']],
  ['could not go back', { refunded: 500 }, { refunded: 0 }, []],
  ['is taken by a bank', {}, { disputed: 2_500 }, ['disputed 2500']],
  ['is taken by a bank for more', { disputed: 500 }, { disputed: 2_500 }, ['disputed 2000']],
  ['is given again by a bank', { disputed: 2_500 }, { disputed: 500 }, ['dispute-won 2000']],
  ['is still with a bank', { disputed: 2_500 }, { disputed: 2_500 }, []],
] as const)('emails to the contributor when money %s', (_, before, standing, mails) => {
  const known = { id: 'gift-1', state: 'paid', refunded: 0, disputed: 0, ...before } as const
  const due = mailsDue(known, { paid: usd(2_500), refunded: 0, disputed: 0, ...standing })
  expect(due.map(({ about, amount }) => `${about} ${amount}`)).toEqual(mails)
  expect(due.every(({ contribution }) => contribution === 'gift-1')).toBe(true)
})
