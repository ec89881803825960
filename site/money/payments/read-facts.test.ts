import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  factsOfCharge,
  factsOfDispute,
  factsOfEvent,
  factsOfRefund,
  factsOfSession,
  feesOf,
  idOf,
  noFacts,
  type PaymentFacts,
} from './facts.ts'

const told = (facts: Partial<PaymentFacts>, payment = 'pi_1') => ({ payment, facts: { ...noFacts, ...facts } })
const usd = (amount: number) => ({ amount, currency: 'usd' })

describe('Stripe objects', () => {
  const session = { id: 'cs_1', payment_intent: 'pi_1', payment_status: 'paid', amount_total: 2_500, currency: 'USD' }
  test.each<[string, object, ReturnType<typeof told>]>([
    ['one that is paid', {}, told({ paid: usd(2_500) })],
    ['one whose payment came along', { payment_intent: { id: 'pi_2' } }, told({ paid: usd(2_500) }, 'pi_2')],
    ['one without a payment of its own', { payment_intent: null }, told({ paid: usd(2_500) }, 'cs_1')],
    ['one that is not paid', { payment_status: 'unpaid' }, told({})],
    ['one that needs no payment', { payment_status: 'no_payment_required' }, told({})],
    ['one of nothing', { amount_total: 0 }, told({})],
    ['one of no amount', { amount_total: null }, told({})],
    ['one of no currency', { currency: null }, told({})],
  ])('payment facts of a session: %s', (_, change, facts) =>
    expect(factsOfSession({ ...session, ...change } as never as Stripe.Checkout.Session)).toEqual(facts),
  )

  const refund = { id: 're_1', payment_intent: 'pi_1', status: 'succeeded', amount: 700 }
  test.each([
    ['that went', {}, { re_1: { amount: 700, failed: false } }],
    ['that is on its way', { status: 'pending' }, { re_1: { amount: 700, failed: false } }],
    ['that failed', { status: 'failed' }, { re_1: { amount: 700, failed: true } }],
    ['that was stopped', { status: 'canceled' }, { re_1: { amount: 700, failed: true } }],
  ])('payment facts of a refund %s', (_, change, refunds) =>
    expect(factsOfRefund({ ...refund, ...change } as never as Stripe.Refund)).toEqual(told({ refunds })),
  )
  test.each([
    ['waits for the payer', { status: 'requires_action' }],
    ['is of no payment', { payment_intent: null }],
  ])('a refund that %s is ignored', (_, change) =>
    expect(factsOfRefund({ ...refund, ...change } as never as Stripe.Refund)).toBeNull(),
  )

  const charge = { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 900 }
  test.each([
    [
      'with its refunds',
      { refunds: { data: [refund, { ...refund, id: 're_2', amount: 200 }, { ...refund, status: 'requires_action' }] } },
      { refunded: 900, refunds: { re_1: { amount: 700, failed: false }, re_2: { amount: 200, failed: false } } },
    ],
    ['without them', {}, { refunded: 900 }],
    ['with none', { refunds: null, amount_refunded: null }, {}],
  ])('payment facts of a charge %s', (_, change, facts) =>
    expect(factsOfCharge({ ...charge, ...change } as never as Stripe.Charge)).toEqual(told(facts)),
  )
  test('a charge without a payment is ignored', () =>
    expect(factsOfCharge({ ...charge, payment_intent: null } as never as Stripe.Charge)).toBeNull())

  const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 2_500, balance_transactions: [] }
  const taken = { id: 'txn_1', amount: -2_500, fee: 1_500, currency: 'usd' }
  const given = { id: 'txn_2', amount: 2_500, fee: -1_500, currency: 'usd' }
  const fees = { txn_1: usd(1_500), txn_2: usd(-1_500) }
  test.each<[string, object, string | undefined, [boolean, boolean], PaymentFacts['fees']]>([
    ['that has moved nothing', {}, undefined, [false, false], {}],
    ['of which no moves are told', { balance_transactions: null }, undefined, [false, false], {}],
    [
      'that took the money, by its moves',
      { balance_transactions: [taken] },
      undefined,
      [true, false],
      { txn_1: usd(1_500) },
    ],
    ['that was won, by its moves', { balance_transactions: [taken, given] }, undefined, [true, true], fees],
    [
      'with a move of nothing',
      { balance_transactions: [{ ...taken, amount: 0, fee: 0 }] },
      undefined,
      [false, false],
      {},
    ],
    ['that took the money, by its event', {}, 'charge.dispute.funds_withdrawn', [true, false], {}],
    ['that was won, by its event', {}, 'charge.dispute.funds_reinstated', [true, true], {}],
    ['that was changed', {}, 'charge.dispute.updated', [false, false], {}],
  ])('payment facts of a dispute %s', (_, change, event, [withdrawn, reinstated], kept) =>
    expect(factsOfDispute({ ...dispute, ...change } as never as Stripe.Dispute, event)).toEqual(
      told({ disputes: { dp_1: { amount: 2_500, withdrawn, reinstated } }, fees: kept }),
    ),
  )
  test('a dispute without a payment is ignored', () =>
    expect(factsOfDispute({ ...dispute, payment_intent: null } as never as Stripe.Dispute)).toBeNull())

  test.each([
    ['checkout.session.completed', session, told({ paid: usd(2_500) })],
    ['checkout.session.async_payment_succeeded', session, told({ paid: usd(2_500) })],
    ['checkout.session.async_payment_failed', session, null],
    ['checkout.session.expired', session, null],
    ['refund.created', refund, told({ refunds: { re_1: { amount: 700, failed: false } } })],
    ['refund.updated', refund, told({ refunds: { re_1: { amount: 700, failed: false } } })],
    ['refund.failed', refund, told({ refunds: { re_1: { amount: 700, failed: false } } })],
    ['charge.refund.updated', refund, told({ refunds: { re_1: { amount: 700, failed: false } } })],
    ['charge.refunded', charge, told({ refunded: 900 })],
    ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
      name =>
        [
          `charge.dispute.${name}`,
          dispute,
          told({
            disputes: {
              dp_1: { amount: 2_500, withdrawn: name.startsWith('funds'), reinstated: name === 'funds_reinstated' },
            },
          }),
        ] as const,
    ),
    ['customer.created', {}, null],
  ] as const)('payment facts of an event %s', (type, object, facts) =>
    expect(factsOfEvent({ type, data: { object } } as never as Stripe.Event)).toEqual(facts),
  )
})

test('Stripe fees are keyed by balance transaction, omitting free ones', () => {
  const moves = [
    { id: 'a', fee: 103, currency: 'usd' },
    { id: 'b', fee: 0, currency: 'usd' },
    { id: 'c', fee: -3, currency: 'eur' },
  ]
  expect(feesOf(moves as never)).toEqual({ a: usd(103), c: { amount: -3, currency: 'eur' } })
})

test.each([
  ['pi_1', 'pi_1'],
  [{ id: 'pi_1' }, 'pi_1'],
  [null, null],
  [undefined, null],
])('the id of %j is %j', (reference, id) => expect(idOf(reference)).toBe(id))
