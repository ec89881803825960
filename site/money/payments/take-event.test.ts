import { describeStore } from '@corroborate/server-kit/testing'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Contribution } from '../contributions/index.ts'
import { contributionOf } from '../contributions/testing/index.ts'
import { keepRows } from '../payouts/testing/index.ts'
import { noFacts } from './facts.ts'
import { createFeesJob, type PaymentDatabase, takeEvent } from './feature.ts'
import { addFacts } from './store.ts'

const session = {
  id: 'cs_1',
  payment_intent: 'pi_1',
  payment_status: 'paid',
  amount_total: 2_500,
  currency: 'usd',
  client_reference_id: 'gift-1',
  metadata: {},
  customer_details: { email: 'ada@example.org' },
  customer_email: null,
}
const begun = {
  session: null,
  payment: null,
  state: 'open',
  email: null,
  paid_amount: 0,
  paid_currency: null,
  paid_at: null,
} as const

describeStore<PaymentDatabase>('an event of Stripe’s', siteMigrations, open => {
  const setUp = async (gift: Partial<Contribution> = {}) => {
    const db = await open()
    await db
      .insertInto('contributions')
      .values(contributionOf({ ...begun, ...gift }))
      .execute()
    let events = 0
    const take = (type: string, object: object, id = `evt_${events++}`) =>
      takeEvent(db, { id, type, created: 2, data: { object } } as never as Stripe.Event, { now: () => 5_000 })
    const kept = () => db.selectFrom('contributions').selectAll().executeTakeFirstOrThrow()
    const jobs = async (kind: string) =>
      (await db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()).map(({ payload }) =>
        JSON.parse(payload),
      )
    const booked = () =>
      db
        .selectFrom('ledger')
        .select(['entry', 'kind', 'amount', 'fund', 'payment', 'at', 'booked_at'])
        .orderBy('entry')
        .execute()
    return { db, take, kept, jobs, booked }
  }

  test('an event is logged and books a contribution’s payment once', async () => {
    const { db, take, kept, jobs, booked } = await setUp()
    expect(await take('checkout.session.completed', session, 'evt_a')).toBe('taken')
    expect(await take('checkout.session.completed', session, 'evt_a')).toBe('repeated')
    expect(await db.selectFrom('stripe_events').selectAll().execute()).toEqual([
      { id: 'evt_a', type: 'checkout.session.completed', payment: 'pi_1', created: 2, received_at: 5_000 },
    ])
    const fund = 'bounty:10.1000/x'
    expect(await booked()).toEqual([
      { entry: 'pi_1/1', kind: 'payment', amount: 2_500, fund, payment: 'pi_1', at: 2_000, booked_at: 5_000 },
    ])
    expect(await kept()).toMatchObject({ state: 'paid', payment: 'pi_1', paid_amount: 2_500, paid_at: 2_000 })
    expect(await jobs('bounties.look')).toEqual([{ doi: '10.1000/x' }])
    expect(await jobs('payments.fees')).toEqual([{ payment: 'pi_1' }])
    expect(await jobs('contributions.mail')).toEqual([{ contribution: 'gift-1', about: 'receipt', amount: 2_500 }])
  })

  test('an event without news books nothing and sends no emails', async () => {
    const { take, jobs, booked, db } = await setUp()
    await take('checkout.session.completed', session)
    await db.deleteFrom('outbox').execute()
    expect(await take('checkout.session.async_payment_succeeded', session)).toBe('taken')
    expect(await booked()).toHaveLength(1)
    expect([await jobs('contributions.mail'), await jobs('bounties.look')]).toEqual([[], []])
    expect(await jobs('payments.fees')).toEqual([{ payment: 'pi_1' }])
  })

  test('an event of a pool payment evaluates no bounty', async () => {
    const { take, jobs } = await setUp({ fund: 'pool' })
    expect(await take('checkout.session.completed', session)).toBe('taken')
    expect(await jobs('bounties.look')).toEqual([])
  })

  test.each([
    ['by our id', {}],
    ['by what we told of it', { client_reference_id: null, metadata: { contribution: 'gift-1' } }],
  ])('an event is recognized as ours %s', async (_, change) => {
    const { take } = await setUp()
    expect(await take('checkout.session.completed', { ...session, ...change })).toBe('taken')
  })

  test.each([
    [{ customer_details: { email: 'told@example.org' }, customer_email: 'known@example.org' }, 'told@example.org'],
    [{ customer_details: { email: null }, customer_email: 'known@example.org' }, 'known@example.org'],
    [{ customer_details: null, customer_email: 'known@example.org' }, 'known@example.org'],
    [{ customer_details: null }, null],
  ])('an event gives the receipt address: %j', async (change, email) => {
    const { take, kept } = await setUp()
    await take('checkout.session.completed', { ...session, ...change })
    expect((await kept()).email).toBe(email)
  })

  test.each([
    ['checkout.session.completed', 'processing', []],
    ['checkout.session.async_payment_succeeded', 'processing', []],
    ['checkout.session.async_payment_failed', 'failed', [{ contribution: 'gift-1', about: 'failed', amount: 10_000 }]],
    ['checkout.session.expired', 'expired', []],
  ])('%s of an unpaid session sets it to %s', async (type, state, mails) => {
    const { take, kept, jobs, booked } = await setUp()
    expect(await take(type, { ...session, payment_status: 'unpaid' })).toBe('taken')
    expect((await kept()).state).toBe(state)
    expect(await jobs('contributions.mail')).toEqual(mails)
    expect(await booked()).toEqual([])
  })

  test.each([
    [
      'of a session that says nothing',
      'checkout.session.completed',
      { ...session, client_reference_id: null, metadata: null },
      'pi_1',
    ],
    ['of another’s session', 'checkout.session.completed', { ...session, client_reference_id: null }, 'pi_1'],
    [
      'of another’s session that was left',
      'checkout.session.expired',
      { ...session, client_reference_id: 'nobody' },
      'cs_1',
    ],
    [
      'of another’s refund',
      'refund.created',
      { id: 're_1', payment_intent: 'pi_9', status: 'succeeded', amount: 1 },
      'pi_9',
    ],
    ['of a customer', 'customer.created', {}, null],
  ])('an event %s is logged only', async (_, type, object, payment) => {
    const { db, take, kept, jobs, booked } = await setUp()
    const before = await kept()
    expect(await take(type, object)).toBe('others')
    expect(await db.selectFrom('stripe_events').select('payment').execute()).toEqual([{ payment }])
    expect([await kept(), await booked(), await jobs('payments.fees')]).toEqual([before, [], []])
    expect(await jobs('contributions.mail')).toEqual([])
  })

  test('an event about a reporter’s payout account is processed if the account is ours', async () => {
    const { db, take } = await setUp()
    await keepRows(db as never, { payees: [{ ready: 0 }] })
    const account = { id: 'acct_rita', metadata: {}, capabilities: { transfers: 'active' }, payouts_enabled: true }
    expect(await take('account.updated', account)).toBe('taken')
    expect(await take('account.updated', { ...account, id: 'acct_other' })).toBe('others')
  })

  test('a refund event that came first is booked with its payment', async () => {
    const { take, booked } = await setUp()
    await take('refund.created', { id: 're_1', payment_intent: 'pi_1', status: 'succeeded', amount: 700 })
    await take('checkout.session.completed', session)
    expect((await booked()).map(({ entry, kind, amount }) => [entry, kind, amount])).toEqual([
      ['pi_1/1', 'payment', 2_500],
      ['pi_1/2', 'refund', 700],
    ])
  })

  test.each(['refund.created', 'refund.updated', 'refund.failed'])(
    '%s settles the refund it was made for',
    async type => {
      const { db, take } = await setUp()
      await take('checkout.session.completed', session)
      const back = { id: 'r', kind: 'contribution', source: 'gift-1', fund: 'bounty:10.1000/x', amount: 700 } as const
      const rest = { currency: 'usd', reason: 'refund', state: 'planned', refund: null, problem: null } as const
      await db
        .insertInto('returns')
        .values({ ...back, ...rest, planned_at: 1, settled_at: null })
        .execute()
      const refund = { id: 're_1', payment_intent: 'pi_1', status: 'succeeded', amount: 700, metadata: { return: 'r' } }
      await take(type, refund)
      expect(await db.selectFrom('returns').select(['state', 'refund']).execute()).toEqual([
        { state: 'refunded', refund: 're_1' },
      ])
    },
  )

  test('an event without fees triggers a fee lookup, and nothing is stored for a payment without fees', async () => {
    const { db, take } = await setUp()
    const asking = (fee: number) => {
      const latest_charge = { balance_transaction: { id: 'txn_1', fee, currency: 'usd' } }
      const api = async () => ({ paymentIntents: { retrieve: async () => ({ latest_charge }) } })
      return createFeesJob({ db, stripe: { api } as never, now: () => 6_000 })['payments.fees']
    }
    await asking(0)({ payment: 'pi_9' }, {} as never)
    expect(await db.selectFrom('payments').selectAll().execute()).toEqual([])
    await take('checkout.session.completed', session)
    await asking(103)({ payment: 'pi_1' }, {} as never)
    await asking(103)({ payment: 'pi_1' }, {} as never)
    const fees = db.selectFrom('ledger').select(['amount', 'debit', 'credit', 'at']).where('kind', '=', 'fee')
    expect(await fees.execute()).toEqual([{ amount: 103, debit: 'fees', credit: 'stripe', at: 6_000 }])
  })

  test('event facts accumulate, and the first owner of a payment is kept', async () => {
    const { db } = await setUp()
    const add = (contribution: string | null, fund: 'pool' | 'bounty:10.1000/x' | null, refunded = 0) =>
      db
        .transaction()
        .execute(tx => addFacts(tx as never, { id: 'pi_1', contribution, fund, facts: { ...noFacts, refunded } }))
    expect(await add(null, null, 5)).toEqual({
      id: 'pi_1',
      contribution: null,
      fund: null,
      facts: { ...noFacts, refunded: 5 },
    })
    expect(await add('gift-1', 'bounty:10.1000/x')).toMatchObject({
      contribution: 'gift-1',
      fund: 'bounty:10.1000/x',
      facts: { refunded: 5 },
    })
    expect(await add('gift-2', 'pool', 7)).toMatchObject({
      contribution: 'gift-1',
      fund: 'bounty:10.1000/x',
      facts: { refunded: 7 },
    })
    const { facts, ...kept } = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    expect([kept, JSON.parse(facts)]).toEqual([
      { id: 'pi_1', contribution: 'gift-1', fund: 'bounty:10.1000/x' },
      { ...noFacts, refunded: 7 },
    ])
  })
})
