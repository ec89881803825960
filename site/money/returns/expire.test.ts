import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ProposalTables } from '../awards/index.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { bookEntry } from '../ledger/store.ts'
import { expire } from './expire.ts'
import type { ReturnTables } from './plan-return.ts'

const day = 24 * 60 * 60_000
const doi = '10.1000/x'
const fund = `bounty:${doi}` as const

describeStore<ReturnTables & ClaimTables & ProposalTables>('money that nobody was awarded', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const give = (...gifts: Parameters<typeof keepContributions>[1][]) => keepContributions(db as never, ...gifts)
    const topUp = async (amount: number, at: number) => {
      await db.insertInto('top_ups').values({ id: 'top-up-1', fund, amount, currency: 'usd', at }).execute()
      const moves = [{ debit: 'pool', credit: fund, amount, currency: 'usd' }] as const
      const entry = { id: 'top-up/1', kind: 'top-up', fund, payment: null, at, moves } as const
      await db.transaction().execute(tx => bookEntry(tx as never, entry, at))
    }
    const onDay = (n: number) => expire(db as never, n * day)
    const jobs = async (kind: string) =>
      (await db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()).map(({ payload }) =>
        JSON.parse(payload),
      )
    const returns = () => db.selectFrom('returns').selectAll().orderBy('amount').execute()
    return { db, give, topUp, onDay, jobs, returns }
  }
  const nothing = { warned: 0, returned: [] }

  test.each([
    ['to the pool', { fund: 'pool' }],
    ['that went back in whole', { refunded: 10_000 }],
    ['that a bank took back', { disputed: 10_000 }],
    ['that was never paid', { state: 'processing', paid_amount: 0, paid_currency: null, paid_at: null }],
  ] as const)('money %s never expires', async (_, gift) => {
    const { give, onDay, returns } = await setUp()
    await give(gift as never)
    for (const n of [336, 400, 500]) expect(await onDay(n)).toEqual(nothing)
    expect(await returns()).toEqual([])
  })

  test('expiring money of several bounties is announced and refunded in one night', async () => {
    const { give, onDay, jobs, returns } = await setUp()
    const gifts = [
      { id: 'a', paid_at: day },
      { id: 'b', paid_at: 2 * day, paid_amount: 2_500 },
      { id: 'c', paid_at: 3 * day, fund: 'bounty:10.1000/y' },
    ] as const
    await give(...gifts)
    expect(await onDay(335)).toEqual(nothing)
    expect(await onDay(336)).toEqual({ warned: 1, returned: [] })
    expect(await onDay(338)).toEqual({ warned: 2, returned: [] })
    expect(await jobs('bounties.mail')).toHaveLength(3)
    expect(await jobs('bounties.mail')).toContainEqual({
      about: 'expiring',
      to: { kind: 'contribution', id: 'b' },
      doi,
      money: [{ amount: 2_500, currency: 'usd' }],
      until: 367 * day,
    })
    expect((await onDay(366)).returned).toMatchObject([{ source: 'a', money: { amount: 10_000 }, to: 'giver' }])
    const { returned } = await onDay(368)
    expect(returned.map(({ source }) => source).toSorted()).toEqual(['b', 'c'])
    expect(await returns()).toMatchObject([
      { source: 'b', amount: 2_500, reason: 'expiry', state: 'planned', settled_at: null },
      { amount: 10_000 },
      { amount: 10_000 },
    ])
  })

  test('money stays 14 days after a late warning, and the email states the date', async () => {
    const { give, onDay, jobs } = await setUp()
    await give({ paid_at: 0 })
    expect(await onDay(400)).toEqual({ warned: 1, returned: [] })
    expect(await jobs('bounties.mail')).toMatchObject([{ until: 414 * day }])
    expect(await onDay(413)).toEqual(nothing)
    expect((await onDay(414)).returned).toHaveLength(1)
  })

  test('expiring pool money returns to the pool at once without a warning', async () => {
    const { topUp, onDay, jobs, returns, db } = await setUp()
    await topUp(3_000, 0)
    expect(await onDay(364)).toEqual(nothing)
    expect(await onDay(365)).toMatchObject({
      warned: 0,
      returned: [{ source: 'top-up-1', money: { amount: 3_000, currency: 'usd' }, to: 'pool' }],
    })
    expect(await returns()).toMatchObject([{ kind: 'top-up', state: 'to-pool', settled_at: 365 * day }])
    expect(await jobs('bounties.mail')).toEqual([])
    expect(await jobs('returns.send')).toEqual([])
    expect(await jobs('bounties.look')).toEqual([{ doi }])
    const moved = db.selectFrom('ledger').select(['debit', 'credit', 'amount']).where('kind', '=', 'expiry')
    expect(await moved.execute()).toEqual([{ debit: fund, credit: 'pool', amount: 3_000 }])
    const log = db.selectFrom('money_log').select(['act', 'words', 'why', 'doi'])
    expect(await log.execute()).toEqual([
      { act: 'expire', words: '$30 back to the pool', why: 'Not awarded within a year.', doi },
    ])
    expect(await onDay(366)).toEqual(nothing)
  })

  test('expiry waits while the bounty is claimed or a proposal is pending', async () => {
    const { give, onDay, db } = await setUp()
    await give({ paid_at: 0 })
    await onDay(336)
    const who = { claimant: 'user:kim', name: 'Kim', show_name: 1, email: null, plan: '', package: null, sha256: 'k' }
    const rest = { approved_at: 1, end: null, live: 1, locale: 'en', claimed_at: 300 * day, until: 370 * day } as const
    await db
      .insertInto('claims')
      .values({ id: 'kim', doi, ...who, ...rest })
      .execute()
    expect(await onDay(369)).toEqual(nothing)
    await db
      .updateTable('claims')
      .set({ until: 365 * day })
      .execute()
    const what = { kind: 'award', doi, amount: 1, currency: 'usd', why: 'Good.', state: 'waiting', version: 1 } as const
    const nobody = { proposed_by: null, proposed_at: 1, decided_by: null, decided_at: null, reason: null }
    await db
      .insertInto('proposals')
      .values({ id: 'p', ...what, ...nobody })
      .execute()
    expect(await onDay(370)).toEqual(nothing)
    await db.updateTable('proposals').set({ state: 'rejected' }).execute()
    expect((await onDay(371)).returned).toHaveLength(1)
  })

  test('expiry waits for a partial refund in progress', async () => {
    const { give, onDay, returns, db } = await setUp()
    await give({ paid_at: 0 })
    await onDay(336)
    const way = { id: 'r', kind: 'contribution', source: 'gift-1', fund, amount: 1_000, currency: 'usd' } as const
    const rest = {
      reason: 'refund',
      state: 'planned',
      refund: null,
      problem: null,
      planned_at: 1,
      settled_at: null,
    } as const
    await db
      .insertInto('returns')
      .values({ ...way, ...rest })
      .execute()
    expect(await onDay(365)).toEqual(nothing)
    await db.updateTable('returns').set({ state: 'to-pool' }).execute()
    expect((await onDay(366)).returned).toMatchObject([{ money: { amount: 9_000 } }])
    expect(await returns()).toHaveLength(2)
  })
})
