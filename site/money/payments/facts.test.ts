import { expect, test } from 'vitest'
import { mergeFacts, noFacts, type PaymentFacts, standingOf } from './facts.ts'

const paid = { amount: 2_500, currency: 'usd' }
const refund = (amount: number, failed: boolean) => ({ refunds: { re_1: { amount, failed } } })
const dispute = (withdrawn: boolean, reinstated: boolean) => ({
  disputes: { dp_1: { amount: 2_500, withdrawn, reinstated } },
})

test.each<[string, Partial<PaymentFacts>, Partial<PaymentFacts>, object]>([
  ['that it was paid', {}, { paid }, { paid, refunded: 0, disputed: 0 }],
  ['a refund that failed', { paid, ...refund(1_000, false) }, refund(1_000, true), { refunded: 0 }],
  ['a refund that is larger', { paid, ...refund(1_000, false) }, refund(1_500, false), { refunded: 1_500 }],
  ['the sum that was refunded', { paid, refunded: 500 }, { refunded: 2_000 }, { refunded: 2_000 }],
  ['a dispute that took the money', { paid, ...dispute(false, false) }, dispute(true, false), { disputed: 2_500 }],
  ['a dispute that was won', { paid, ...dispute(true, false) }, dispute(true, true), { disputed: 0 }],
  [
    'a refund beside the sum that tells of it, too',
    { paid, refunded: 1_000 },
    refund(1_000, false),
    { refunded: 1_000 },
  ],
  ['a refund that failed beside the sum', { paid, refunded: 1_000 }, refund(1_000, true), { refunded: 0 }],
  ['a payment that is told as two', { paid }, { paid: { amount: 100, currency: 'eur' } }, { paid }],
  ['a dispute that has taken nothing yet', { paid, ...dispute(false, false) }, dispute(false, false), { disputed: 0 }],
  [
    'a dispute that is larger',
    { paid, ...dispute(true, false) },
    { disputes: { dp_1: { amount: 2_600, withdrawn: true, reinstated: false } } },
    { disputed: 2_600 },
  ],
  [
    'a second dispute',
    { paid, ...dispute(true, true) },
    { disputes: { dp_2: { amount: 700, withdrawn: true, reinstated: false } } },
    { disputed: 700 },
  ],
])('payment facts merge in any order and repeatedly: %s', (_, older, newer, standing) => {
  const [a, b] = [
    { ...noFacts, ...older },
    { ...noFacts, ...newer },
  ]
  for (const order of [
    [a, b],
    [b, a],
    [a, b, a],
    [b, a, b],
  ])
    expect(standingOf(order.reduce(mergeFacts, noFacts))).toMatchObject(standing)
})
