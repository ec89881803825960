import { describeStore } from '@corroborate/server-kit/testing'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { LedgerTables } from '../ledger/store.ts'
import { readSession } from './routes.ts'
import type { Contribution, ContributionTables } from './store.ts'
import { keepContributions } from './testing/index.ts'

const asked = {
  id: 'asked',
  session: 'cs_asked',
  state: 'open',
  amount: 2_500,
  paid_amount: 0,
  paid_currency: null,
  paid_at: null,
} as const
const usd = (amount: number) => ({ amount, currency: 'usd' })

describeStore<ContributionTables & LedgerTables>('the state of a checkout session', siteMigrations, open => {
  const setUp = async (
    change: Partial<Contribution>,
    session: object | null = null,
    others: Partial<Contribution>[] = [],
  ) => {
    const db = await open()
    await keepContributions(db, ...others, { ...asked, ...change })
    const retrieve = async () => {
      if (session === null) throw new Error('asked')
      return { amount_total: 2_500, currency: 'usd', payment_status: 'unpaid', status: 'open', ...session }
    }
    const api = async () => ({ checkout: { sessions: { retrieve } } }) as never as Stripe
    return (id = 'cs_asked') => readSession({ db, stripe: { api } as never }, id)
  }
  const said = { amount: 25, currency: 'usd', doi: '10.1000/x', total: null }

  test.each<[string, Partial<Contribution>, object]>([
    [
      'paid',
      { state: 'paid', paid_amount: 900, paid_currency: 'eur', paid_at: 1 },
      { status: 'success', amount: 9, currency: 'eur', total: [{ amount: 900, currency: 'eur' }] },
    ],
    ['failed', { state: 'failed' }, { status: 'failed' }],
    ['expired', { state: 'expired' }, { status: 'expired' }],
    ['expired, with a currency', { state: 'expired', paid_currency: 'usd' }, { status: 'expired' }],
    [
      'paid, and for the pool',
      { state: 'paid', fund: 'pool', paid_amount: 2_500, paid_currency: 'usd', paid_at: 1 },
      { status: 'success', doi: null, total: [usd(2_500)] },
    ],
  ])('an ended session is answered from our records: %s', async (_, change, details) => {
    const read = await setUp(change)
    expect(await read()).toEqual({ ...said, ...details })
  })

  test.each<[string, object, object]>([
    ['paid', { payment_status: 'paid', status: 'complete' }, { status: 'success', total: [usd(2_500)] }],
    ['expired', { status: 'expired' }, { status: 'expired' }],
    ['on its way', { status: 'complete' }, { status: 'processing' }],
    ['open', {}, { status: 'open' }],
    [
      'open in another currency',
      { amount_total: 900, currency: 'EUR' },
      { status: 'open', amount: 9, currency: 'eur' },
    ],
    ['open, of no amount', { amount_total: null, currency: null }, { status: 'open' }],
  ])('an open session is answered by Stripe: %s', async (_, session, details) => {
    const read = await setUp({}, session)
    expect(await read()).toEqual({ ...said, ...details })
  })

  test('a session includes the fund’s total in currency order', async () => {
    const others = [
      { id: 'a', paid_amount: 1_000 },
      { id: 'b', paid_amount: 70, paid_currency: 'chf' },
      { id: 'c', paid_amount: 80, paid_currency: 'zar' },
      { id: 'd', paid_amount: 1, fund: 'pool' },
    ] as const
    const read = await setUp({}, { payment_status: 'paid' }, [...others])
    expect((await read())?.total).toEqual([
      { amount: 70, currency: 'chf' },
      usd(3_500),
      { amount: 80, currency: 'zar' },
    ])
    const euro = await setUp({}, { payment_status: 'paid', currency: 'eur' }, [...others])
    expect((await euro())?.total?.map(({ currency }) => currency)).toEqual(['chf', 'eur', 'usd', 'zar'])
  })

  test('a foreign session returns nothing', async () => expect(await (await setUp({}))('cs_nobody')).toBeNull())
})
