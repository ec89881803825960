import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../app/migrations.ts'
import type { StripeAccess } from '../stripe/open-stripe.ts'
import { type Begin, beginContribution, waysBack } from './begin-from-form.ts'
import type { ContributionTables } from './store.ts'

const begin: Begin = {
  fund: 'bounty:10.1000/x',
  giver: { key: 'visitor:1', signedIn: false } as never,
  money: { amount: 2_500, currency: 'usd' },
  name: 'Ada',
  message: 'Do it.',
  locale: 'de',
  title: 'Bounty: A Title',
  success: 'https://site.example/10.1000/x?session_id={CHECKOUT_SESSION_ID}',
  cancel: 'https://site.example/10.1000/x?contribution=cancelled',
}

describeStore<ContributionTables & SignInTables>('a contribution that begins', siteMigrations, open => {
  const setUp = async (url: string | null = 'https://checkout.example') => {
    const db = await open()
    const asked: [object, object][] = []
    const create = async (what: object, how: object) => {
      asked.push([what, how])
      return { id: 'cs_1', url }
    }
    const stripe = { api: async () => ({ checkout: { sessions: { create } } }) } as never as StripeAccess
    const start = (change: Partial<Begin> = {}) => beginContribution(db, stripe, { ...begin, ...change }, 5)
    const kept = () => db.selectFrom('contributions').selectAll().execute()
    return { start, kept, asked }
  }

  test('a started contribution is stored and sent to Stripe under its own id', async () => {
    const { start, kept, asked } = await setUp()
    const { id, url } = await start()
    expect(url).toBe('https://checkout.example')
    expect(await kept()).toMatchObject([
      {
        id,
        fund: begin.fund,
        giver: 'visitor:1',
        amount: 2_500,
        currency: 'usd',
        name: 'Ada',
        message: 'Do it.',
        locale: 'de',
        session: 'cs_1',
        state: 'open',
        begun_at: 5,
        paid_amount: 0,
        paid_currency: null,
        refunded: 0,
        disputed: 0,
        public_at: null,
      },
    ])
    const metadata = { contribution: id, for: '10.1000/x' }
    const price = { currency: 'usd', unit_amount: 2_500, product_data: { name: 'Bounty: A Title' } }
    expect(asked).toEqual([
      [
        {
          mode: 'payment',
          submit_type: 'donate',
          client_reference_id: id,
          success_url: begin.success,
          cancel_url: begin.cancel,
          line_items: [{ quantity: 1, price_data: price }],
          locale: 'de',
          metadata,
          payment_intent_data: { metadata, description: 'Bounty: A Title' },
        },
        { idempotencyKey: id, timeout: 6_000, maxNetworkRetries: 1 },
      ],
    ])
  })

  test.each([
    [250, 'x'.repeat(250)],
    [251, `${'x'.repeat(249)}…`],
  ])('a title of %i characters is shortened for Stripe', async (length, name) => {
    const { start, asked } = await setUp()
    await start({ fund: 'pool', title: 'x'.repeat(length) })
    expect(asked[0]?.[0]).toMatchObject({
      metadata: { for: 'pool' },
      line_items: [{ price_data: { product_data: { name } } }],
      payment_intent_data: { description: name },
    })
  })

  test('a Stripe session without a URL is an error, and its id is still stored', async () => {
    const { start, kept } = await setUp(null)
    await expect(start()).rejects.toThrow('without a URL')
    expect(await kept()).toMatchObject([{ session: 'cs_1' }])
  })

  test('a contribution of a meanwhile deleted account is neither stored nor sent to Stripe', async () => {
    const { start, kept, asked } = await setUp()
    const gone = { id: 'gone', key: 'user:gone', signedIn: true, name: 'Ada', email: null, roles: [], proved: true }
    await expect(start({ giver: gone as never })).rejects.toMatchObject({ status: 401 })
    expect([await kept(), asked]).toEqual([[], []])
  })
})

test.each([
  ['bounty:10.1000/x', 'https://site.example/10.1000/x'],
  ['pool', 'https://site.example/pool'],
] as const)('the checkout for %s returns to its page', (fund, page) =>
  expect(waysBack(fund, 'https://site.example')).toEqual({
    success: `${page}?session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${page}?contribution=cancelled`,
  }),
)
