import { describeStore } from '@corroborate/server-kit/testing'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { SettleTables } from './settle.ts'
import type { Payee, Payout } from './tables.ts'
import { takePayoutEvent } from './take-event.ts'
import { keepRows } from './testing/index.ts'

const active = { metadata: {}, capabilities: { transfers: 'active' }, payouts_enabled: true }

describeStore<SettleTables>('what Stripe tells of a reporter’s account', siteMigrations, open => {
  const setUp = async (payees: Partial<Payee>[] = [{}], payouts: Partial<Payout>[] = []) => {
    const db = await open()
    await keepRows(db as never, { payees, payouts })
    const take = (
      type: string,
      object: object,
      { account, created = 2 }: { account?: string; created?: number } = {},
    ) => {
      const event = { id: 'evt_1', type, created, data: { object }, ...(account !== undefined && { account }) }
      return db.transaction().execute(tx => takePayoutEvent(tx, event as never as Stripe.Event, 5_000))
    }
    const payee = () => db.selectFrom('payees').selectAll().executeTakeFirstOrThrow()
    const jobs = async () =>
      (await db.selectFrom('outbox').select(['kind', 'payload']).orderBy('payload').execute()).map(
        ({ kind, payload }) => [kind, JSON.parse(payload)] as const,
      )
    return { db, take, payee, jobs }
  }

  test.each([
    ['active, and pays out', {}, 1],
    ['active, and does not pay out', { payouts_enabled: false }, 0],
    ['not active', { capabilities: { transfers: 'pending' } }, 0],
    ['without capabilities', { capabilities: undefined }, 0],
  ] as const)('the account can be paid if transfers are %s', async (_, change, ready) => {
    const { take, payee } = await setUp([{ ready: 1 - ready }])
    expect(await take('account.updated', { ...active, id: 'acct_rita', ...change })).toBe('acct_rita')
    expect(await payee()).toMatchObject({ ready, told_at: 2_000 })
  })

  test.each([
    ['older', 999, 0],
    ['of the same moment', 1_000, 1],
    ['newer', 1_001, 1],
  ] as const)('an event that is %s, at %i s, leaves ready at %i', async (_, created, ready) => {
    const { take, payee } = await setUp([{ ready: 0, told_at: 1_000_000 }])
    expect(await take('account.updated', { ...active, id: 'acct_rita' }, { created })).toBe('acct_rita')
    expect((await payee()).ready).toBe(ready)
  })

  test('an unknown account is matched by payee id and then stored', async () => {
    const { take, payee } = await setUp([{ stripe_account: null, ready: 0 }])
    expect(await take('account.updated', { ...active, id: 'acct_new', metadata: { payee: 'payee-1' } })).toBe(
      'acct_new',
    )
    expect(await payee()).toMatchObject({ stripe_account: 'acct_new', ready: 1 })
  })

  test.each([
    ['account.updated', { ...active, id: 'acct_other' }],
    ['account.updated', { ...active, id: 'acct_other', metadata: { payee: 'nobody' } }],
    ['account.updated', { ...active, id: 'acct_other', metadata: { payee: 'payee-1' } }],
    ['payout.paid', { id: 'po_1' }],
    ['transfer.created', { id: 'tr_1', amount: 1, currency: 'usd', created: 1, metadata: { payout: 'nobody' } }],
    ['transfer.created', { id: 'tr_1', amount: 1, currency: 'usd', created: 1, metadata: {} }],
    ['transfer.created', { id: 'tr_1', amount: 1, currency: 'usd', created: 1 }],
    ['account.updated', { id: 'acct_other', capabilities: { transfers: 'active' }, payouts_enabled: true }],
    ['customer.created', {}],
  ] as const)('a foreign event is ignored: %s with %j', async (type, object) => {
    const { take, payee, jobs } = await setUp([{ ready: 0 }])
    const before = await payee()
    expect(
      await take(type, object, { account: type === 'account.updated' ? undefined : 'acct_other' } as never),
    ).toBeNull()
    expect(await payee()).toEqual(before)
    expect(await jobs()).toEqual([])
  })

  test('a completed transfer and its later partial reversal are each recorded once', async () => {
    const { db, take, jobs } = await setUp([{}], [{ state: 'sending', way: 'stripe', destination: 'acct_rita' }])
    const transfer = { id: 'tr_1', amount: 6_000, currency: 'usd', created: 2, metadata: { payout: 'payout-1' } }
    const payout = () => db.selectFrom('payouts').selectAll().executeTakeFirstOrThrow()
    for (const type of ['transfer.created', 'transfer.updated']) expect(await take(type, transfer)).toBe('tr_1')
    expect(await payout()).toMatchObject({ state: 'paid', sent: 6_000, reference: 'tr_1', paid_at: 5_000 })
    for (let told = 0; told < 2; told++)
      expect(await take('transfer.reversed', { ...transfer, amount_reversed: 1_500 })).toBe('tr_1')
    expect(await payout()).toMatchObject({
      state: 'stopped',
      sent: 4_500,
      attempt: 2,
      problem: 'Of the transfer tr_1, $15 came back.',
    })
    expect((await jobs()).filter(([kind]) => kind === 'payouts.mail')).toEqual([
      ['payouts.mail', { payout: 'payout-1', about: 'came-back' }],
      ['payouts.mail', { payout: 'payout-1', about: 'paid' }],
    ])
  })

  test('an account becoming payable triggers its due payouts and no others', async () => {
    const payouts = [
      { id: 'a' },
      { id: 'b' },
      { id: 'stopped', state: 'stopped' },
      { id: 'paid', state: 'paid' },
      { id: 'of-otto', reporter: 'user:otto' },
    ] as const
    const { take, jobs } = await setUp([{ ready: 0, bank_problem: 'Closed.' }], [...payouts])
    await take('account.updated', { ...active, id: 'acct_rita', payouts_enabled: false })
    expect(await jobs()).toEqual([])
    await take('account.updated', { ...active, id: 'acct_rita' })
    expect(await jobs()).toEqual([
      ['payouts.send', { payout: 'a' }],
      ['payouts.send', { payout: 'b' }],
    ])
  })

  test('a bank problem is cleared once the account can be paid, not before', async () => {
    const { take, payee } = await setUp([{ bank_problem: 'Closed.' }])
    await take('account.updated', { ...active, id: 'acct_rita', payouts_enabled: false })
    expect((await payee()).bank_problem).toBe('Closed.')
    await take('account.updated', { ...active, id: 'acct_rita' })
    expect((await payee()).bank_problem).toBeNull()
  })

  test('a deauthorized account gets no more payouts', async () => {
    const { take, payee } = await setUp()
    expect(await take('account.application.deauthorized', {}, { account: 'acct_rita' })).toBe('acct_rita')
    expect(await payee()).toMatchObject({ ready: 0, told_at: 2_000, stripe_account: 'acct_rita' })
    expect(await take('account.application.deauthorized', {}, { account: 'acct_other' })).toBeNull()
    expect(await take('account.application.deauthorized', {})).toBeNull()
  })

  test.each([
    [{ failure_message: 'Closed.', failure_code: 'account_closed' }, 'Closed.'],
    [{ failure_message: null, failure_code: 'account_closed' }, 'account_closed'],
    [{ failure_message: null, failure_code: null }, 'no reason given'],
  ])('a failed bank payout stores the reason: %j', async (why, problem) => {
    const payouts = [
      { id: 'older', way: 'stripe', awarded_at: 1 },
      { id: 'last', way: 'stripe', awarded_at: 2 },
      { id: 'by-hand', way: 'hand', awarded_at: 3 },
      { id: 'of-otto', way: 'stripe', awarded_at: 4, reporter: 'user:otto' },
    ] as const
    const { take, payee, jobs } = await setUp([{}], [...payouts])
    expect(await take('payout.failed', { id: 'po_1', ...why }, { account: 'acct_rita' })).toBe('acct_rita')
    expect((await payee()).bank_problem).toBe(problem)
    expect(await jobs()).toEqual([['payouts.mail', { payout: 'last', about: 'bank-refused' }]])
    expect(await take('payout.failed', { id: 'po_1', ...why }, { account: 'acct_rita' })).toBe('acct_rita')
    expect(await jobs()).toHaveLength(1)
    expect(await take('payout.paid', { id: 'po_2' }, { account: 'acct_rita' })).toBe('acct_rita')
    expect((await payee()).bank_problem).toBeNull()
    expect(await jobs()).toHaveLength(1)
  })

  test('a bank event without an account concerns our own bank', async () => {
    const { take } = await setUp()
    expect(await take('payout.failed', { id: 'po_1', failure_message: 'Closed.' })).toBeNull()
  })

  test('a failed bank payout to a person without awards is neither stored nor reported', async () => {
    const { take, payee, jobs } = await setUp()
    expect(await take('payout.failed', { id: 'po_1', failure_code: 'closed' }, { account: 'acct_rita' })).toBe(
      'acct_rita',
    )
    expect((await payee()).bank_problem).toBe('closed')
    expect(await jobs()).toEqual([])
  })
})
