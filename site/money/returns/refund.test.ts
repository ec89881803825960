import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ProposalTables } from '../awards/index.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import type { Fund } from '../ledger/accounts.ts'
import { bookEntry } from '../ledger/store.ts'
import { type RefundOf, refund } from './expire.ts'
import type { ReturnTables } from './plan-return.ts'

const fund = 'bounty:10.1000/x'
const who = { actor: 'operator:Olga', why: 'A mistake.' }

describeStore<ReturnTables & ProposalTables>('an operator has given back', siteMigrations, open => {
  const setUp = async (...gifts: Parameters<typeof keepContributions>[1][]) => {
    const db = await open()
    await keepContributions(db as never, ...gifts)
    const back = (of: RefundOf) => refund(db, of, who, 5_000)
    const one = (id: string, most?: number) => back({ kind: 'contribution', id, ...(most !== undefined && { most }) })
    const uses = (source: string, amount: number) => {
      const use = { purpose: 'payout-1', kind: 'contribution', source, fund, amount, currency: 'usd' } as const
      return db.insertInto('money_uses').values(use).execute()
    }
    const topUp = async (amount: number) => {
      await db.insertInto('top_ups').values({ id: 'top-up-1', fund, amount, currency: 'usd', at: 1 }).execute()
      await move('pool', fund, amount)
    }
    let entries = 0
    const move = (debit: string, credit: string, amount: number) => {
      const moves = [{ debit, credit, amount, currency: 'usd' }] as never
      const entry = { id: `e/${entries++}`, kind: 'top-up', fund, payment: null, at: 1, moves } as const
      return db.transaction().execute(tx => bookEntry(tx as never, entry, 1))
    }
    const award = (id: string, amount: number, change: object = {}) => {
      const what = { kind: 'award', doi: '10.1000/x', amount, currency: 'usd', why: 'Good.', state: 'waiting' } as const
      const rest = {
        version: 3,
        proposed_by: 'user:mo',
        proposed_at: 1,
        decided_by: null,
        decided_at: null,
        reason: null,
      }
      return db
        .insertInto('proposals')
        .values({ id, ...what, ...rest, ...change })
        .execute()
    }
    const jobs = async (kind: string) =>
      (await db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()).map(({ payload }) =>
        JSON.parse(payload),
      )
    return { db, back, one, uses, topUp, move, award, jobs }
  }

  test('an operator refunds one contribution of a bounty: reserved, logged, sent to Stripe', async () => {
    const { db, one, topUp, jobs } = await setUp({ id: 'a' }, { id: 'top-up-1', paid_amount: 500 }, { id: 'b' })
    await topUp(300)
    const [planned] = await one('top-up-1')
    expect(planned).toEqual({
      id: expect.any(String),
      source: 'top-up-1',
      money: { amount: 500, currency: 'usd' },
      to: 'giver',
    })
    expect(await db.selectFrom('returns').selectAll().execute()).toEqual([
      {
        id: planned?.id,
        kind: 'contribution',
        source: 'top-up-1',
        fund,
        amount: 500,
        currency: 'usd',
        reason: 'refund',
        state: 'planned',
        refund: null,
        problem: null,
        planned_at: 5_000,
        settled_at: null,
      },
    ])
    expect(await jobs('returns.send')).toEqual([{ id: planned?.id }])
    expect(await jobs('bounties.look')).toEqual([{ doi: '10.1000/x' }])
    const log = db.selectFrom('money_log').select(['act', 'about', 'doi', 'why', 'words'])
    expect(await log.execute()).toEqual([
      { act: 'refund', about: 'top-up-1', doi: '10.1000/x', why: 'A mistake.', words: '$5 back to who gave it' },
    ])
  })

  test('an operator refunds a contribution to the pool without evaluating a bounty', async () => {
    const { one, jobs } = await setUp({ fund: 'pool' })
    expect(await one('gift-1')).toMatchObject([{ money: { amount: 10_000 } }])
    expect(await jobs('bounties.look')).toEqual([])
  })

  test.each([
    ['no more than was asked for', 3_000, [], 3_000],
    ['no more than is left of it', undefined, [4_000], 6_000],
    ['no more than is left of it, though more was asked for', 9_000, [4_000], 6_000],
  ] as const)('an operator refunds %s', async (_, most, used, amount) => {
    const { one, uses } = await setUp({})
    for (const each of used) await uses('gift-1', each)
    expect(await one('gift-1', most)).toMatchObject([{ money: { amount } }])
  })

  test('a refund by an operator is limited to the bounty’s ledger balance', async () => {
    const { one, move } = await setUp({})
    await move(fund, 'awarded', 7_500)
    expect(await one('gift-1')).toMatchObject([{ money: { amount: 2_500 } }])
  })

  test('refunding a whole bounty returns each part to its source', async () => {
    const { db, back, topUp, jobs, uses } = await setUp(
      { id: 'a' },
      { id: 'used' },
      { id: 'other', fund: 'bounty:10.1000/y' },
    )
    await topUp(300)
    await uses('used', 10_000)
    const planned = await back({ kind: 'fund', fund })
    expect(planned.map(({ source, to, money }) => [source, to, money.amount])).toEqual([
      ['a', 'giver', 10_000],
      ['top-up-1', 'pool', 300],
    ])
    expect(await jobs('returns.send')).toHaveLength(1)
    const words = db.selectFrom('money_log').select('words').orderBy('words')
    expect(await words.execute()).toEqual([{ words: '$100 back to who gave it' }, { words: '$3 back to the pool' }])
  })

  test.each<[string, RefundOf, string]>([
    ['that nobody made', { kind: 'contribution', id: 'nobody' }, 'No paid contribution with ID nobody.'],
    ['that was not paid', { kind: 'contribution', id: 'open' }, 'No paid contribution with ID open.'],
    ['that went back already', { kind: 'contribution', id: 'gone' }, 'Nothing left to refund'],
    ['of which it asked for nothing', { kind: 'contribution', id: 'a', most: 0 }, 'Nothing left to refund'],
    ['of a bounty that is empty', { kind: 'fund', fund: 'bounty:10.1000/empty' as Fund }, 'Nothing left to refund'],
  ])('refunding nothing %s reports an error', async (_, of, sentence) => {
    const { db, back } = await setUp(
      { id: 'a' },
      { id: 'open', state: 'open', paid_currency: null, paid_at: null },
      { id: 'gone', refunded: 10_000 },
    )
    await expect(back(of)).rejects.toThrow(sentence)
    expect(await db.selectFrom('returns').selectAll().execute()).toEqual([])
  })

  test('one refund of a contribution runs at a time, and the next part follows', async () => {
    const { db, one } = await setUp({})
    await one('gift-1', 1_000)
    await expect(one('gift-1')).rejects.toThrow('is being refunded')
    await db.updateTable('returns').set({ state: 'to-pool' }).execute()
    expect(await one('gift-1')).toMatchObject([{ money: { amount: 9_000 } }])
  })

  test.each([
    ['ends the award for which there is too little then', 6_001, 'rejected'],
    ['leaves the award for which there is enough then', 6_000, 'waiting'],
  ])('a refund by an operator %s', async (_, amount, state) => {
    const { db, one, award } = await setUp({})
    await award('p', amount)
    await award('top-up', 99_999, { kind: 'top-up' })
    await award('elsewhere', 99_999, { doi: '10.1000/y' })
    await award('old', 99_999, { state: 'confirmed', decided_by: 'user:max' })
    await one('gift-1', 4_000)
    const kept = await db.selectFrom('proposals').selectAll().where('id', '=', 'p').executeTakeFirstOrThrow()
    expect(kept.state).toBe(state)
    const others = db.selectFrom('proposals').select(['id', 'state']).where('id', '!=', 'p').orderBy('id')
    expect((await others.execute()).map(other => other.state)).toEqual(['waiting', 'confirmed', 'waiting'])
    const ended = await db
      .selectFrom('money_log')
      .select(['about', 'words', 'why'])
      .where('act', '=', 'reject')
      .execute()
    if (state === 'waiting') return expect(ended).toEqual([])
    const reason = 'The money has been refunded.'
    expect(kept).toMatchObject({ version: 4, decided_by: null, decided_at: 5_000, reason })
    expect(ended).toEqual([{ about: 'p', words: '$60.01 for reports', why: reason }])
  })
})
