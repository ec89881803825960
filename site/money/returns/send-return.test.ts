import { describeStore } from '@corroborate/server-kit/testing'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { createSendReturn, noteRefund, returnsFeature } from './feature.ts'
import type { ReturnTables, StoredReturn } from './plan-return.ts'

const fund = 'bounty:10.1000/x'
const planned: StoredReturn = {
  id: 'return-1',
  kind: 'contribution',
  source: 'gift-1',
  fund,
  amount: 4_000,
  currency: 'usd',
  reason: 'refund',
  state: 'planned',
  refund: null,
  problem: null,
  planned_at: 1,
  settled_at: null,
}

describeStore<ReturnTables>('a return', siteMigrations, open => {
  const setUp = async ({ gift = {}, change = {} }: { gift?: object; change?: Partial<StoredReturn> } = {}) => {
    const db = await open()
    await keepContributions(db as never, gift)
    await db
      .insertInto('returns')
      .values({ ...planned, ...change })
      .execute()
    const kept = () => db.selectFrom('returns').selectAll().executeTakeFirstOrThrow()
    const told = (refund: object) =>
      db
        .transaction()
        .execute(tx =>
          noteRefund(
            tx,
            { id: 're_1', status: 'succeeded', metadata: { return: 'return-1' }, ...refund } as never,
            5_000,
          ),
        )
    /** Sends a refund against a Stripe that lists these refunds and creates another, or fails. */
    const send = ({
      listed = [] as object[],
      makes = async (_: object, _how: object): Promise<object> => ({ id: 're_made' }),
    } = {}) => {
      const refunds = {
        list: async function* ({ payment_intent }: { payment_intent?: string }) {
          if (payment_intent === 'pi_gift-1') yield* listed
        },
        create: makes,
      }
      const stripe = { api: async () => ({ refunds }) as never as Stripe, isSandbox: false, hasConnect: false }
      return createSendReturn({ db, stripe: stripe as never, now: () => 5_000 })({ id: 'return-1' })
    }
    const jobs = async (kind: string) =>
      (await db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()).map(({ payload }) =>
        JSON.parse(payload),
      )
    return { db, kept, told, send, jobs }
  }

  test('a refund is requested from Stripe for its payment and amount', async () => {
    const { send, kept } = await setUp()
    const asked: object[] = []
    const makes = async (what: object, how: object) => {
      asked.push(what, how)
      return { id: 're_made' }
    }
    const others = [
      { id: 're_other', metadata: { return: 'return-2' } },
      { id: 're_by_hand', metadata: null },
    ]
    expect(await send({ listed: others, makes })).toEqual({ kind: 'sent' })
    expect(asked).toEqual([
      { payment_intent: 'pi_gift-1', amount: 4_000, metadata: { return: 'return-1' } },
      { idempotencyKey: 'return-return-1' },
    ])
    expect(await kept()).toMatchObject({ state: 'planned', refund: 're_made' })
  })

  test('a refund Stripe already lists is not requested again', async () => {
    const { send, kept } = await setUp()
    const makes = () => Promise.reject(new Error('asked'))
    expect(await send({ listed: [{ id: 're_found', metadata: { return: 'return-1' } }], makes })).toEqual({
      kind: 'sent',
    })
    expect((await kept()).refund).toBe('re_found')
  })

  test.each([
    ['a session that had no charge', { payment: 'cs_1' }],
    ['no payment that we know of', { payment: null }],
  ])('a refund of %s goes to the pool', async (_, gift) => {
    const { send, kept, db, jobs } = await setUp({ gift })
    const problem = 'Its payment has no charge.'
    expect(await send()).toEqual({ kind: 'to-pool', problem })
    expect(await kept()).toMatchObject({ state: 'to-pool', problem, settled_at: 5_000 })
    const moved = db.selectFrom('ledger').select(['debit', 'credit', 'amount']).where('kind', '=', 'expiry')
    expect(await moved.execute()).toEqual([{ debit: fund, credit: 'pool', amount: 4_000 }])
    expect(await jobs('bounties.look')).toEqual([{ doi: '10.1000/x' }])
    expect(await jobs('bounties.mail')).toEqual([
      {
        about: 'to-pool',
        to: { kind: 'contribution', id: 'gift-1' },
        doi: '10.1000/x',
        money: [{ amount: 4_000, currency: 'usd' }],
        until: null,
      },
    ])
    const log = db.selectFrom('money_log').select(['act', 'about', 'why', 'words'])
    expect(await log.execute()).toEqual([
      { act: 'to-pool', about: 'gift-1', why: problem, words: '$40 could not go back, and went to the pool' },
    ])
  })

  test('a refund of pool money stays there without an entry', async () => {
    const { send, db, jobs } = await setUp({ gift: { fund: 'pool', payment: null }, change: { fund: 'pool' } })
    expect(await send()).toMatchObject({ kind: 'to-pool' })
    expect(await db.selectFrom('ledger').select('kind').execute()).toEqual([{ kind: 'payment' }])
    expect(await db.selectFrom('money_log').select('words').execute()).toEqual([
      { words: '$40 could not go back, and stays in the pool' },
    ])
    expect(await jobs('bounties.mail')).toMatchObject([{ doi: null }])
    expect(await jobs('bounties.look')).toEqual([])
  })

  test('a refund is retried when Stripe is unreachable', async () => {
    const { send, kept } = await setUp()
    await expect(send({ makes: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
    expect(await kept()).toEqual(planned)
  })

  test('a rejection after Stripe’s event changes nothing', async () => {
    const { send, kept, db } = await setUp()
    const makes = async () => {
      await db.updateTable('returns').set({ state: 'refunded' }).execute()
      throw Object.assign(new Error('No.'), { type: 'StripeInvalidRequestError', statusCode: 400 })
    }
    expect(await send({ makes })).toEqual({ kind: 'settled' })
    expect((await kept()).state).toBe('refunded')
  })

  test('refunds run as a job, which does nothing where payments are disabled', async () => {
    const { db, kept } = await setUp()
    const create = async () => ({ id: 're_made' })
    const stripe = { api: async () => ({ refunds: { list: async function* () {}, create } }) }
    const send = (given: object | null) => {
      const { jobs } = returnsFeature.open({ db, stripe: given, now: () => 5_000 } as never)
      return jobs?.['returns.send']?.({ id: 'return-1' }, {} as never)
    }
    await send(null)
    expect((await kept()).refund).toBeNull()
    await send(stripe)
    expect((await kept()).refund).toBe('re_made')
  })

  test('an undecided or settled refund is not requested', async () => {
    const { send, db } = await setUp({ change: { state: 'refunded' } })
    const makes = () => Promise.reject(new Error('asked'))
    expect(await send({ makes })).toEqual({ kind: 'settled' })
    await db.deleteFrom('returns').execute()
    expect(await send({ makes })).toEqual({ kind: 'settled' })
  })

  test.each([
    ['by its own id', {}, {}],
    ['by the refund’s id', { metadata: {} }, { refund: 're_1' }],
    ['by the refund’s id, where nothing else came along', { metadata: null }, { refund: 're_1' }],
  ])('a refund event is matched %s', async (_, refund, change) => {
    const { told, kept } = await setUp({ change })
    await told(refund)
    expect(await kept()).toMatchObject({ state: 'refunded', refund: 're_1', settled_at: 5_000 })
  })

  test.each([
    ['of another return', { metadata: { return: 'return-2' } }, {}],
    ['of no return', { metadata: {} }, {}],
    ['that waits for the payer', { status: 'requires_action' }, {}],
    ['of what went to the pool', { status: 'failed' }, { state: 'to-pool', settled_at: 2 }],
    ['of what went to the pool, that it arrived', {}, { state: 'to-pool', settled_at: 2 }],
  ] as const)('a refund ignores an event %s', async (_, refund, change) => {
    const { told, kept, db } = await setUp({ change })
    await told(refund)
    expect(await kept()).toEqual({ ...planned, ...change })
    expect(await db.selectFrom('money_log').selectAll().execute()).toEqual([])
  })

  test('a refund keeps its first settlement date', async () => {
    const { told, kept } = await setUp({ change: { state: 'refunded', settled_at: 2 } })
    await told({})
    expect(await kept()).toMatchObject({ settled_at: 2 })
  })

  test.each([
    ['failed', { failure_reason: 'lost_or_stolen_card' }, 'lost_or_stolen_card'],
    ['canceled', {}, 'rejected by the payer’s bank'],
  ])('a refund that %s goes to the pool with the reason', async (status, more, problem) => {
    const { told, kept } = await setUp({ change: { state: 'refunded', settled_at: 2 } })
    await told({ status, ...more })
    expect(await kept()).toMatchObject({ state: 'to-pool', problem, settled_at: 5_000 })
  })
})
