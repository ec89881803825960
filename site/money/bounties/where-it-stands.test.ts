import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { bookEntry, type EntryKind } from '../ledger/store.ts'
import { createLook, offersReader } from './feature.ts'
import { readReaders } from './plan.ts'
import { type BountyDatabase, readAvailable, readBountyStatus, readSources } from './read-standing.ts'
import type { BountyTables } from './tables.ts'

const doi = '10.1000/x'
const fund = `bounty:${doi}` as const
const now = 1_000_000
const usd = (amount: number) => ({ amount, currency: 'usd' })

describeStore<BountyDatabase & ActivityTables>('a bounty', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const give = (...gifts: Parameters<typeof keepContributions>[1][]) => keepContributions(db as never, ...gifts)
    let entries = 0
    const book = (
      kind: EntryKind,
      debit: string,
      credit: string,
      amount: number,
      { currency = 'usd', at = 1 } = {},
    ) => {
      const moves = [{ debit, credit, amount, currency }] as never
      const entry = { id: `e/${entries++}`, kind, fund, payment: null, at, moves }
      return db.transaction().execute(tx => bookEntry(tx as never, entry, at))
    }
    const goesBack = (id: string, change: Partial<BountyTables['returns']> = {}) => {
      const of = { id, kind: 'contribution', source: `of-${id}`, fund, amount: 1_000, currency: 'usd' } as const
      const rest = { reason: 'refund', state: 'planned', refund: null, problem: null, planned_at: 1 } as const
      return db
        .insertInto('returns')
        .values({ ...of, ...rest, settled_at: null, ...change })
        .execute()
    }
    const claim = (id: string, change: object = {}) => {
      const who = {
        claimant: `user:${id}`,
        name: id,
        show_name: 1,
        email: `${id}@claims.example`,
        plan: '',
        package: null,
      }
      const rest = { approved_at: 1, end: null, live: 1, locale: 'en', claimed_at: 1, until: now + 5_000 } as const
      return db
        .insertInto('claims')
        .values({ id, doi, sha256: id, ...who, ...rest, ...change })
        .execute()
    }
    const uses = (source: string, amount: number, change: object = {}) => {
      const use = { purpose: 'payout-1', kind: 'contribution', source, fund, amount, currency: 'usd' } as const
      return db
        .insertInto('money_uses')
        .values({ ...use, ...change })
        .execute()
    }
    const standing = () => readBountyStatus(db, doi as never, now)
    return { db, give, book, goesBack, claim, uses, standing }
  }

  test('a bounty’s balance is the ledger less pending refunds, per currency', async () => {
    const { db, give, goesBack } = await setUp()
    await give(
      { id: 'a', paid_amount: 5_000 },
      { id: 'b', paid_amount: 700, paid_currency: 'eur' },
      { id: 'c', paid_amount: 300, paid_currency: 'chf' },
    )
    await goesBack('one')
    await goesBack('two', { amount: 500 })
    await goesBack('settled', { state: 'refunded', amount: 90 })
    await goesBack('in-pool', { state: 'to-pool', amount: 80 })
    await goesBack('elsewhere', { fund: 'pool' })
    await goesBack('all-of-it', { currency: 'chf', amount: 300 })
    await goesBack('more', { currency: 'eur', amount: 100 })
    expect(await readAvailable(db, fund)).toEqual([{ amount: 600, currency: 'eur' }, usd(3_500)])
    expect(await readAvailable(db, 'bounty:10.1000/y')).toEqual([])
  })

  test('a bounty knows the contributions behind its balance and what remains of each', async () => {
    const { db, give, goesBack, uses } = await setUp()
    await give(
      { id: 'a', paid_amount: 5_000, refunded: 100, disputed: 20, paid_at: 3 },
      { id: 'b', paid_amount: 700, paid_currency: 'eur', paid_at: 4 },
      { id: 'not-paid', state: 'processing', paid_currency: null, paid_at: null },
      { id: 'elsewhere', fund: 'pool' },
    )
    await db
      .insertInto('top_ups')
      .values([
        { id: 'a', fund, amount: 2_000, currency: 'usd', at: 5 },
        { id: 'other', fund: 'bounty:10.1000/y', amount: 1, currency: 'usd', at: 5 },
      ])
      .execute()
    await uses('a', 1_000)
    await uses('a', 500, { purpose: 'payout-2' })
    await uses('a', 300, { kind: 'top-up' })
    await goesBack('one', { source: 'a', amount: 50 })
    await goesBack('two', { source: 'a', amount: 7, state: 'to-pool' })
    await goesBack('three', { source: 'a', amount: 100, state: 'refunded' })
    expect(await readSources(db, fund)).toEqual([
      { kind: 'contribution', id: 'a', currency: 'usd', since: 3, left: 5_000 - 100 - 20 - 1_500 - 57 },
      { kind: 'contribution', id: 'b', currency: 'eur', since: 4, left: 700 },
      { kind: 'top-up', id: 'a', currency: 'usd', since: 5, left: 1_700 },
    ])
  })

  test('a bounty’s standing lists what is offered, owed and paid', async () => {
    const { give, book, standing, claim } = await setUp()
    expect(await standing()).toEqual({ state: 'none', available: [], owed: [], paid: [], holds: [] })
    await give({ paid_amount: 6_000 })
    expect(await standing()).toMatchObject({ state: 'open', available: [usd(6_000)], owed: [], paid: [] })
    await book('award', fund, 'awarded', 6_000)
    await give({ id: 'in-euro', paid_amount: 10, paid_currency: 'eur' })
    await book('award', fund, 'awarded', 10, { currency: 'eur' })
    await book('award-withdrawn', 'awarded', fund, 10, { currency: 'eur' })
    expect(await standing()).toMatchObject({
      state: 'open',
      owed: [usd(6_000)],
      paid: [],
      available: [{ amount: 10, currency: 'eur' }],
    })
    await book('expiry', fund, 'pool', 10, { currency: 'eur' })
    expect((await standing()).state).toBe('awarded')
    await book('payout', 'awarded', 'stripe', 6_000, { at: 2 })
    expect(await standing()).toMatchObject({ state: 'paid', owed: [], paid: [usd(6_000)] })
    await book('payout-failed', 'stripe', 'awarded', 2_000, { at: 3 })
    expect(await standing()).toMatchObject({ state: 'awarded', owed: [usd(2_000)], paid: [usd(4_000)] })
    await claim('kim')
    await give({ id: 'more', paid_amount: 100 })
    expect(await standing()).toMatchObject({ state: 'held', available: [usd(100)], holds: [{ id: 'kim' }] })
  })

  test.each([
    ['refund', null, 'refunded'],
    ['refund', 'expiry', 'expired'],
    ['expiry', 'expiry', 'expired'],
    ['expiry', 'refund', 'refunded'],
  ] as const)('an empty bounty’s state follows its last entry: %s, because of %j', async (kind, reason, state) => {
    const { give, book, standing, goesBack } = await setUp()
    await give({ paid_amount: 3_000 })
    await book('award', fund, 'awarded', 1_000)
    await book('payout', 'awarded', 'stripe', 1_000, { at: 5 })
    await book(kind, fund, kind === 'refund' ? 'stripe' : 'pool', 2_000, { at: 6 })
    const other = reason === 'expiry' ? 'refund' : 'expiry'
    if (reason !== null) {
      await goesBack('first', { reason: other, state: 'refunded', settled_at: 5 })
      await goesBack('last', { reason, state: 'refunded', settled_at: 6 })
      await goesBack('planned', { reason: other, state: 'to-pool' })
    }
    expect((await standing()).state).toBe(state)
  })

  test('a bounty email is sent once per address, contributors before claimants', async () => {
    const { db, give, claim } = await setUp()
    await give(
      { id: 'b', email: 'bea@example.org', paid_at: 2 },
      { id: 'a', email: 'ADA@example.org', paid_at: 1 },
      { id: 'again', email: 'ada@example.org', paid_at: 3 },
      { id: 'went-back', email: 'ben@example.org', refunded: 10_000 },
      { id: 'in-part', email: 'kit@example.org', refunded: 9_999, paid_at: 4 },
      { id: 'nowhere', email: null },
      { id: 'not-paid', email: 'pat@example.org', state: 'failed', paid_currency: null },
      { id: 'elsewhere', email: 'else@example.org', fund: 'pool' },
    )
    await claim('kim')
    await claim('zoe', { email: 'Bea@example.org' })
    await claim('over', { live: 0, end: 'withdrawn' })
    await claim('mute', { email: null })
    const gave = (...ids: string[]) => ids.map(id => ({ kind: 'contribution', id }))
    expect(await readReaders(db, fund, doi)).toEqual({
      contributors: gave('a', 'b', 'in-part'),
      claimants: [{ kind: 'claim', id: 'kim' }],
    })
    expect(await readReaders(db, fund, doi, ['user:zoe', 'user:kim', 'user:over'])).toEqual({
      contributors: gave('a', 'in-part'),
      claimants: [],
    })
  })

  describe('bounty evaluation', () => {
    const looked = async () => {
      const all = await setUp()
      const { db } = all
      const look = () => createLook({ db, currency: 'usd', now: () => now })({ doi: doi as never })
      const interest = async () =>
        (await db.selectFrom('paper_interest').select('bounty').where('doi', '=', doi).executeTakeFirst())?.bounty
      const told = async () =>
        (await db.selectFrom('outbox').select('payload').where('kind', '=', 'bounties.mail').execute())
          .map(({ payload }) => JSON.parse(payload))
          .toSorted((a, b) => (a.to.id < b.to.id ? -1 : 1))
      const since = () => db.selectFrom('funds').select(['state', 'since']).executeTakeFirst()
      return { ...all, look, interest, told, since }
    }

    test.each([
      ['nothing', [], 0],
      ['so much', [{ paid_amount: 2_500 }], 2_500],
      ['something in another currency', [{ paid_amount: 900, paid_currency: 'eur' }], 1],
      ['both', [{ paid_amount: 2_500 }, { id: 'b', paid_amount: 900, paid_currency: 'eur' }], 2_500],
    ])('the recorded offer is %s', async (_, gifts, bounty) => {
      const { give, look, interest } = await looked()
      await give(...gifts)
      await look()
      expect(await interest()).toBe(bounty)
    })

    test('a claimed bounty notifies both sides once, with the date', async () => {
      const { give, claim, look, told, since } = await looked()
      await give({ paid_amount: 2_500 })
      await look()
      expect([await told(), await since()]).toEqual([[], { state: 'open', since: now }])
      await claim('kim')
      await look()
      const mail = { doi, money: [usd(2_500)], until: now + 5_000 }
      const mails = [
        { ...mail, about: 'held', to: { kind: 'contribution', id: 'gift-1' } },
        { ...mail, about: 'held-for-you', to: { kind: 'claim', id: 'kim' } },
      ]
      expect(await told()).toEqual(mails)
      await look()
      expect(await told()).toEqual(mails)
    })

    test('a released bounty notifies contributors, and claimants of the lapsed claim', async () => {
      const { db, give, claim, book, look, told } = await looked()
      await give({ paid_amount: 2_500 })
      await claim('kim')
      await look()
      await db.deleteFrom('outbox').execute()
      await db.updateTable('claims').set({ until: 0 }).execute()
      await look()
      expect(await told()).toMatchObject([{ about: 'open-again', to: { id: 'gift-1' }, until: null }])
      await db.deleteFrom('outbox').execute()
      await book('refund', fund, 'stripe', 2_500, { at: 7 })
      await look()
      expect(await told()).toMatchObject([{ about: 'gone', to: { kind: 'claim', id: 'kim' }, money: [] }])
    })
  })

  test('lists show a paper’s bounty amount if any is offered', async () => {
    const { db, give } = await setUp()
    await give({ paid_amount: 2_500 }, { id: 'b', fund: 'bounty:10.1000/y' })
    const offers = await offersReader(db as never)([
      { doi, bounty: 2_500 },
      { doi: '10.1000/y', bounty: 0 },
      { doi: '10.1000/z', bounty: 5 },
    ] as never)
    expect([...offers]).toEqual([
      [doi, [usd(2_500)]],
      ['10.1000/z', []],
    ])
  })
})
