import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { bookEntry } from '../ledger/store.ts'
import { readShownBountyStatus } from './feature.ts'
import type { BountyDatabase } from './read-standing.ts'

const fund = 'bounty:10.1000/x'
const day = 24 * 60 * 60_000

describeStore<BountyDatabase>('a bounty', siteMigrations, open => {
  test('a bounty is shown in its current state', async () => {
    const db = await open()
    await keepContributions(db as never, { id: 'a', paid_at: day }, { id: 'b', paid_at: day + 1, paid_amount: 500 })
    const read = (at = 2 * day) => readShownBountyStatus(db, '10.1000/x' as never, at)
    const nothing = { step: 0, words: null, until: null, awarded: null, paid: null }
    expect(await readShownBountyStatus(db, '10.1000/none' as never, day)).toEqual(nothing)
    expect(await read()).toEqual({ ...nothing, step: 1, words: 'Open', until: 'until 2 January 1971' })
    await keepContributions(db as never, { id: 'c', paid_at: 3 * day, paid_amount: 1 })
    expect((await read()).until).toBe('the first of it until 2 January 1971')
    const claim = {
      doi: '10.1000/x',
      claimant: 'user:kim',
      name: 'Kim',
      email: null,
      plan: '',
      package: null,
      sha256: 'k',
    }
    const rest = { approved_at: 1, end: null, live: 1, locale: 'en', claimed_at: day, until: 9 * day } as const
    await db
      .insertInto('claims')
      .values({ id: 'k', show_name: 0, ...claim, ...rest })
      .execute()
    expect(await read()).toMatchObject({ step: 2, words: 'Reserved for a claim until 10 January 1970' })
    await db.updateTable('claims').set({ show_name: 1 }).execute()
    expect((await read()).words).toBe('Reserved for Kim until 10 January 1970')
    let entries = 0
    const book = (kind: string, debit: string, credit: string, amount: number) => {
      const moves = [{ debit, credit, amount, currency: 'usd' }]
      const entry = { id: `e/${entries++}`, kind, fund, payment: null, at: 4 * day + entries, moves }
      return db.transaction().execute(tx => bookEntry(tx as never, entry as never, entry.at))
    }
    await book('award', fund, 'awarded', 10_501)
    expect(await read()).toEqual({
      step: 3,
      words: 'Awarded, not paid yet',
      until: null,
      awarded: '$105.01',
      paid: null,
    })
    await book('payout', 'awarded', 'stripe', 10_501)
    expect(await read()).toEqual({ step: 4, words: 'Paid', until: null, awarded: null, paid: '$105.01' })
    await book('refund', fund, 'stripe', 1)
    expect(await read()).toMatchObject({ step: 4, words: 'Refunded to its contributors' })
    const returned = {
      id: 'r',
      kind: 'contribution',
      source: 'a',
      fund,
      amount: 1,
      currency: 'usd',
      reason: 'expiry',
    } as const
    const settled = { state: 'refunded', refund: null, problem: null, planned_at: 1, settled_at: 2 } as const
    await db
      .insertInto('returns')
      .values({ ...returned, ...settled })
      .execute()
    expect(await read()).toMatchObject({ step: 4, words: 'Refunded: not awarded within a year' })
  })
})
