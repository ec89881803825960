import { describeStore } from '@corroborate/server-kit/testing'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { StripeAccess } from '../stripe/open-stripe.ts'
import { onboard } from './payees.ts'
import { readAwards } from './routes.ts'
import { createSend } from './send-job.ts'
import type { SettleTables } from './settle.ts'
import type { Payee, Payout } from './tables.ts'
import { keepRows } from './testing/index.ts'

const opening = (api: object): StripeAccess =>
  ({ api: async () => api as Stripe, isSandbox: false, hasConnect: true }) as never

describeStore<SettleTables>('Stripe', siteMigrations, open => {
  const setUp = async (payout: Partial<Payout> = {}, payee: Partial<Payee> = {}) => {
    const db = await open()
    await keepRows(db as never, { payouts: [payout], payees: [payee] })
    const texts = { id: 'report-1', doi: '10.1000/x', sha256: 'a', canonical_sha256: 'a', content: '{}', email: null }
    const rest = { author: 'user:rita', name: 'Rita', outcome: 'success', created_at: 1, approved_at: 2 } as const
    await db
      .insertInto('reports')
      .values({ ...texts, ...rest, counted_at: null })
      .execute()
    const asked: [object, object][] = []
    const searched: object[] = []
    const send = (answer: () => object, id = 'payout-1') => {
      const create = async (what: object, how: object) => {
        asked.push([what, how])
        return { id: 'tr_1', amount: 6_000, currency: 'usd', amount_reversed: 0, created: 2, metadata: {}, ...answer() }
      }
      const list = async (by: object) => {
        searched.push(by)
        return { data: [] }
      }
      const transfers = { list, create }
      return createSend({ db, stripe: opening({ transfers }), now: () => 5_000 })({ payout: id })
    }
    const kept = () => db.selectFrom('payouts').selectAll().executeTakeFirstOrThrow()
    return { db, send, kept, asked, searched }
  }

  test('a due payout is sent to Stripe and its response booked', async () => {
    const { send, kept, asked, db } = await setUp({ sent: 2_000 })
    expect(await send(() => ({ amount: 4_000 }))).toEqual({ kind: 'sent' })
    expect(asked).toEqual([
      [
        {
          amount: 4_000,
          currency: 'usd',
          destination: 'acct_rita',
          transfer_group: 'payout-payout-1-1',
          metadata: { payout: 'payout-1' },
        },
        { idempotencyKey: 'payout-payout-1-1' },
      ],
    ])
    expect(await kept()).toMatchObject({ state: 'paid', way: 'stripe', sent: 6_000, reference: 'tr_1', paid_at: 5_000 })
    const booked = db.selectFrom('ledger').select(['entry', 'debit', 'credit', 'amount', 'at'])
    expect(await booked.execute()).toEqual([
      { entry: 'payout/tr_1', debit: 'awarded', credit: 'stripe', amount: 4_000, at: 2_000 },
    ])
  })

  test.each([
    ['cannot be reached', new Error('away')],
    ['breaks', Object.assign(new Error('broken'), { type: 'StripeAPIError', statusCode: 500 })],
    ['is asked too often', Object.assign(new Error('slow down'), { type: 'StripeRateLimitError', statusCode: 429 })],
    ['is at it already', Object.assign(new Error('busy'), { type: 'StripeInvalidRequestError', statusCode: 409 })],
  ])('when Stripe %s, the request is retried under the same key without paying twice', async (_, error) => {
    const { send, kept, asked, searched } = await setUp()
    const fails = () => {
      throw error
    }
    await expect(send(fails)).rejects.toBe(error)
    expect(await kept()).toMatchObject({ state: 'sending', attempt: 1, destination: 'acct_rita' })
    expect(await send(() => ({}))).toEqual({ kind: 'sent' })
    expect(asked[1]).toEqual(asked[0])
    // Looks up transfers from before the outage first.
    expect(searched.at(-1)).toEqual({ transfer_group: 'payout-payout-1-1', limit: 1 })
    expect(await kept()).toMatchObject({ state: 'paid' })
  })

  test.each<[string, Partial<Payout>, Partial<Payee>, string?]>([
    ['there is no such payout', {}, {}, 'nobody'],
    ['it came back', { state: 'stopped' }, {}],
    ['it is paid', { state: 'paid' }, {}],
    ['it went back into the bounty', { state: 'withdrawn' }, {}],
    ['a moderator wants it taken back', { questioned: 'proposal-2' }, {}],
    ['its report is not approved', { report: 'another' }, {}],
    ['its reporter has deleted their account', { reporter: null }, {}],
    ['its reporter has no account at Stripe', {}, { stripe_account: null }],
    ['its reporter has not said how', {}, { account: 'user:otto' }],
    ['its reporter is paid by hand', {}, { way: 'hand' }],
    ['its reporter has not finished at Stripe', {}, { ready: 0 }],
  ])('no payout is sent where %s', async (_, payout, payee, id) => {
    const { send, kept, asked } = await setUp(payout, payee)
    const before = await kept()
    expect(await send(() => ({}), id)).toEqual({ kind: 'waits' })
    expect([asked, await kept()]).toEqual([[], before])
  })

  test.each([
    ['whose address we know', 'rita@example.org', { email: 'rita@example.org' }],
    ['whose address we do not know', null, {}],
  ])('a Stripe account is created once for a reporter %s', async (_, email, known) => {
    const { db } = await setUp({}, { stripe_account: null, ready: 0, way: null })
    const made: object[] = []
    const links: object[] = []
    const create = async (what: object, { idempotencyKey }: { idempotencyKey: string }) => {
      made.push({ ...what, idempotencyKey })
      return { id: 'acct_made' }
    }
    const link = async (what: object) => {
      links.push(what)
      return { url: 'https://stripe.example/link' }
    }
    const stripe = opening({ accounts: { create }, accountLinks: { create: link } })
    const begin = () =>
      onboard(
        { key: 'user:rita', email },
        { db: db as never, stripe, locale: 'de', back: 'https://site.example/a', now: 5_000 },
      )
    expect([await begin(), await begin()]).toEqual(['https://stripe.example/link', 'https://stripe.example/link'])
    expect(made).toEqual([
      {
        type: 'express',
        ...known,
        capabilities: { transfers: { requested: true } },
        metadata: { payee: 'payee-1' },
        idempotencyKey: 'payee-payee-1',
      },
    ])
    const way = {
      account: 'acct_made',
      type: 'account_onboarding',
      refresh_url: 'https://site.example/a?stripe=again',
      return_url: 'https://site.example/a?stripe=back',
    }
    expect(links).toEqual([way, way])
    const payee = db.selectFrom('payees').select(['stripe_account', 'way', 'locale', 'updated_at'])
    expect(await payee.execute()).toEqual([
      { stripe_account: 'acct_made', way: 'stripe', locale: 'de', updated_at: 5_000 },
    ])
  })

  test('an award without a known title is shown by DOI', async () => {
    const { db } = await setUp({}, { bank_problem: 'Closed.', details: 'Rita' })
    const read = (stripe: StripeAccess | null) =>
      readAwards({ db: db as never, stripe, summaries: async () => new Map() }, 'user:rita')
    expect(await read(opening({}))).toMatchObject({
      awards: [{ title: '10.1000/x' }],
      hasConnect: true,
      isSandbox: false,
    })
    expect(await read(null)).toMatchObject({
      hasConnect: false,
      isSandbox: false,
      bankProblem: 'Closed.',
      details: 'Rita',
    })
  })
})
