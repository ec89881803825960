import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { keepContributions } from '../contributions/testing/index.ts'
import { bookEntry } from '../ledger/store.ts'
import type { Transfer } from './ground.ts'
import { markDone, noteTransfer, payAgain, type SettleTables, withdrawPayout } from './settle.ts'
import type { Payee, Payout } from './tables.ts'
import { keepRows, payoutOf } from './testing/index.ts'

const doi = '10.1000/x'
const fund = `bounty:${doi}`
const usd = (amount: number) => ({ amount, currency: 'usd' })

describeStore<SettleTables>('an award of US$60', siteMigrations, open => {
  const setUp = async (payout: Partial<Payout> = {}, payee: Partial<Payee> = {}) => {
    const db = await open()
    await keepContributions(db as never, { id: 'b' }, { id: 'a' })
    await keepRows(db as never, { payouts: [payout], payees: [{ details: 'Rita, DE02', ...payee }] })
    const move = (id: string, debit: string, credit: string, amount: number) => {
      const moves = [{ debit, credit, ...usd(amount) }] as never
      const entry = { id, kind: 'award', fund: fund as never, payment: null, at: 1, moves } as const
      return db.transaction().execute(tx => bookEntry(tx as never, entry, 1))
    }
    await move('award/1', fund, 'awarded', 6_000)
    if (payout.sent) await move('award/2', 'awarded', 'stripe', payout.sent)
    for (const [kind, source] of [
      ['contribution', 'b'],
      ['contribution', 'a'],
      ['top-up', 't'],
    ] as const) {
      const use = { purpose: 'payout-1', kind, source, fund: fund as never, ...usd(2_000) }
      await db.insertInto('money_uses').values(use).execute()
    }
    const texts = { id: 'report-1', doi, sha256: 'a', canonical_sha256: 'a', content: '{}', email: null }
    const rest = { author: 'user:rita', name: 'Rita', outcome: 'success', created_at: 1, approved_at: 2 } as const
    await db
      .insertInto('reports')
      .values({ ...texts, ...rest, counted_at: null })
      .execute()
    for (const id of ['kim', 'rita']) {
      const who = {
        claimant: `user:${id}`,
        name: id,
        show_name: 1,
        email: `${id}@claims.example`,
        plan: '',
        package: null,
      }
      const claim = { approved_at: 1, end: null, live: 1, locale: 'en', claimed_at: 1, until: 9e12 } as const
      await db
        .insertInto('claims')
        .values({ id, doi, sha256: id, ...who, ...claim })
        .execute()
    }
    const tell = (change: Partial<Transfer> = {}) => {
      const transfer = { id: 'tr_1', payout: 'payout-1', ...usd(6_000), reversed: 0, at: 2_000, ...change }
      return db.transaction().execute(tx => noteTransfer(tx, transfer, 5_000))
    }
    const act = { payout: 'payout-1', actor: 'user:max', why: 'So.' }
    const done = (change: object = {}) =>
      db.transaction().execute(tx => markDone(tx, { ...act, reference: 'SEPA 1', ...change }, 5_000))
    const again = (change: object = {}) => db.transaction().execute(tx => payAgain(tx, { ...act, ...change }, 5_000))
    const withdraw = (how: 'decline' | 'forget' | null, change: object = {}) =>
      db.transaction().execute(tx => withdrawPayout(tx, { ...act, act: how, ...change }, 5_000))
    const kept = () => db.selectFrom('payouts').selectAll().where('id', '=', 'payout-1').executeTakeFirstOrThrow()
    const jobs = async (kind: string) =>
      (await db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute())
        .map(({ payload }) => JSON.parse(payload))
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    const booked = async () =>
      (
        await db
          .selectFrom('ledger')
          .select(['entry', 'kind', 'debit', 'credit', 'amount'])
          .where('entry', 'not like', 'pi_%')
          .where('entry', 'not in', ['award/1', 'award/2'])
          .orderBy('entry')
          .execute()
      ).map(({ entry, kind, debit, credit, amount }) => [entry, kind, debit, credit, amount])
    const log = async () =>
      (await db.selectFrom('money_log').select(['act', 'about', 'doi', 'why', 'words']).execute()).map(line => ({
        ...line,
      }))
    const uses = async () => (await db.selectFrom('money_uses').select('source').execute()).length
    const details = async () =>
      (await db.selectFrom('payees').select('details').where('account', '=', 'user:rita').executeTakeFirstOrThrow())
        .details
    const told = (about: string, amount: number) =>
      ['a', 'b'].map(id => ({ about, doi, money: [usd(amount)], until: null, to: { kind: 'contribution', id } }))
    return { db, tell, done, again, withdraw, kept, jobs, booked, log, uses, details, told }
  }

  describe('award paid by Stripe', () => {
    test('the award is paid, booked, and reported to the reporter and contributors', async () => {
      const { tell, kept, booked, jobs, told } = await setUp({ state: 'sending', problem: 'Once.' })
      expect(await tell()).toBe(true)
      const paid = {
        state: 'paid',
        way: 'stripe',
        sent: 6_000,
        reference: 'tr_1',
        problem: null,
        paid_at: 5_000,
        attempt: 1,
      }
      expect(await kept()).toMatchObject(paid)
      expect(await booked()).toEqual([['payout/tr_1', 'payout', 'awarded', 'stripe', 6_000]])
      expect(await jobs('payouts.mail')).toEqual([{ payout: 'payout-1', about: 'paid' }])
      expect(await jobs('bounties.mail')).toEqual(told('paid', 6_000))
      expect(await jobs('bounties.look')).toEqual([{ doi }])
    })

    test('repeated events pay the award once', async () => {
      const { tell, kept, booked, jobs } = await setUp({ state: 'sending' })
      await tell()
      const before = [await kept(), await booked(), await jobs('payouts.mail'), await jobs('bounties.mail')]
      expect([await tell(), await tell()]).toEqual([true, true])
      expect([await kept(), await booked(), await jobs('payouts.mail'), await jobs('bounties.mail')]).toEqual(before)
    })

    test('returned parts still belong to the reporter, each once, and older events change nothing', async () => {
      const { tell, kept, booked, jobs, told, db } = await setUp({ state: 'sending' })
      await tell()
      await db.deleteFrom('outbox').execute()
      await tell({ reversed: 2_000 })
      expect(await kept()).toMatchObject({
        state: 'stopped',
        sent: 4_000,
        attempt: 2,
        paid_at: null,
        problem: 'Of the transfer tr_1, $20 came back.',
      })
      expect(await jobs('payouts.mail')).toEqual([{ payout: 'payout-1', about: 'came-back' }])
      expect(await jobs('bounties.mail')).toEqual(told('came-back', 2_000))
      await tell({ reversed: 3_000 })
      const after = await kept()
      expect(after).toMatchObject({
        state: 'stopped',
        sent: 3_000,
        attempt: 3,
        problem: expect.stringContaining('$30'),
      })
      await tell({ reversed: 2_000 })
      await tell()
      expect(await kept()).toEqual(after)
      expect(await booked()).toEqual([
        ['payout/tr_1', 'payout', 'awarded', 'stripe', 6_000],
        ['payout/tr_1/back/2000', 'payout-failed', 'stripe', 'awarded', 2_000],
        ['payout/tr_1/back/3000', 'payout-failed', 'stripe', 'awarded', 1_000],
      ])
    })

    test('an event may report both payment and return', async () => {
      const { tell, kept } = await setUp({ state: 'sending' })
      await tell({ reversed: 6_000 })
      expect(await kept()).toMatchObject({ state: 'stopped', sent: 0, attempt: 2 })
    })

    test('an award paid by two transfers handles their returns separately', async () => {
      const { tell, kept } = await setUp({ state: 'sending' })
      await tell({ reversed: 2_000 })
      await tell({ id: 'tr_10', amount: 2_000 })
      expect(await kept()).toMatchObject({ state: 'paid', sent: 6_000, reference: 'tr_10' })
      await tell({ id: 'tr_10', amount: 2_000, reversed: 500 })
      expect(await kept()).toMatchObject({
        state: 'stopped',
        sent: 5_500,
        problem: expect.stringContaining('tr_10, $5 '),
      })
    })

    test.each<[string, Partial<Payout>, number, Partial<Payout>, number]>([
      ['its reporter declined, in part', { state: 'withdrawn' }, 2_000, { state: 'withdrawn', sent: 4_000 }, 3],
      ['its reporter declined, in whole', { state: 'withdrawn' }, 6_000, { state: 'withdrawn', sent: 0 }, 0],
      [
        'nobody is there for any more',
        { reporter: null, state: 'paid', paid_at: 1 },
        2_000,
        { state: 'withdrawn', sent: 4_000 },
        3,
      ],
      [
        'was sent twice is paid still',
        { reporter: null, sent: 7_000, state: 'paid' },
        500,
        { state: 'paid', sent: 6_500 },
        3,
      ],
    ])('an award that %s returns to the bounty as far as it comes back', async (_, change, reversed, after, left) => {
      const { tell, kept, booked, uses, jobs, told, db } = await setUp({ sent: 6_000, ...change })
      await db.transaction().execute(tx =>
        bookEntry(
          tx as never,
          {
            id: 'payout/tr_1',
            kind: 'payout',
            fund: fund as never,
            payment: null,
            at: 1,
            moves: [{ debit: 'awarded', credit: 'stripe', ...usd(6_000) }],
          },
          1,
        ),
      )
      await tell({ reversed })
      expect(await kept()).toMatchObject(after)
      expect(await uses()).toBe(left)
      const back = ['payout/tr_1/back/'.concat(String(reversed)), 'payout-failed', 'stripe', 'awarded', reversed]
      const on = [`award/payout-1/withdrawn/${back[0]}`, 'award-withdrawn', 'awarded', fund, reversed]
      const goesOn = after.state === 'withdrawn'
      expect((await booked()).filter(([entry]) => entry !== 'payout/tr_1')).toEqual(goesOn ? [on, back] : [back])
      expect(await jobs('bounties.mail')).toEqual(goesOn ? told('award-back', reversed) : told('paid', 6_000))
      if (goesOn) expect([await jobs('payouts.mail'), (await kept()).paid_at]).toEqual([[], null])
    })

    test('an award paid after it was declined stays paid because the money has left', async () => {
      const { tell, kept } = await setUp({ state: 'withdrawn' })
      await tell()
      expect(await kept()).toMatchObject({ state: 'paid', sent: 6_000 })
    })
  })

  describe('manual payment of an award', () => {
    test.each<[string, Partial<Payout>, object, string]>([
      ['that is not there', {}, { payout: 'nobody' }, 'unknown'],
      ['of one’s own', {}, { actor: 'user:rita' }, 'own'],
      ['that is noted', { state: 'paid', reference: 'SEPA 1' }, {}, 'repeated'],
      ['that is noted otherwise', { state: 'paid', reference: 'SEPA 2' }, {}, 'changed'],
      ['that Stripe sends', { state: 'sending' }, {}, 'changed'],
      ['that is back', { state: 'withdrawn' }, {}, 'changed'],
      ['that may be taken back', { questioned: 'proposal-2' }, {}, 'changed'],
      ['whose report is not approved', { report: 'another' }, {}, 'no-report'],
    ])('a manual payment is rejected: of one %s', async (_, payout, act, outcome) => {
      const { done, kept, booked, log } = await setUp(payout)
      expect(await done(act)).toBe(outcome)
      expect([await kept(), await booked(), await log()]).toEqual([payoutOf(payout), [], []])
    })

    test('a manual payment is rejected if the report’s author was blocked', async () => {
      const { done, again, db } = await setUp({ state: 'stopped' })
      const block = { writer: 'user:rita', kind: 'comment', item: 'x', moderator: null, at: 1 } as const
      await db.insertInto('blocked_writers').values(block).execute()
      expect([await done(), await again()]).toEqual(['no-writer', 'no-writer'])
    })

    test.each([
      ['due', 0],
      ['stopped', 2_000],
    ] as const)('a manual payment covers an award that is %s, as far as it was not sent', async (state, sent) => {
      const { done, kept, booked, log, jobs, told, details } = await setUp({ state, sent, problem: 'Once.' })
      expect(await done()).toBe('done')
      const paid = { state: 'paid', way: 'hand', sent: 6_000, reference: 'SEPA 1', problem: null, paid_at: 5_000 }
      expect(await kept()).toMatchObject(paid)
      expect(await booked()).toEqual([['payout/payout-1/by-hand/1', 'payout', 'awarded', 'operator', 6_000 - sent]])
      const words = `$${(6_000 - sent) / 100} paid by hand, SEPA 1`
      expect(await log()).toEqual([{ act: 'payout-done', about: 'payout-1', doi, why: 'So.', words }])
      expect(await jobs('payouts.mail')).toEqual([{ payout: 'payout-1', about: 'paid' }])
      expect(await jobs('bounties.mail')).toEqual(told('paid', 6_000))
      expect(await details()).toBeNull()
    })
  })

  describe('returned award', () => {
    test.each<[string, Partial<Payout>, object, string]>([
      ['that is not there', {}, { payout: 'nobody' }, 'unknown'],
      ['that is due already', {}, {}, 'repeated'],
      ['that is on its way', { state: 'sending' }, {}, 'changed'],
      ['that is paid', { state: 'paid' }, {}, 'changed'],
      ['that is in the bounty', { state: 'withdrawn' }, {}, 'changed'],
      ['whose report is not approved', { state: 'stopped', report: 'another' }, {}, 'no-report'],
    ])('resending is rejected: one %s', async (_, payout, act, outcome) => {
      const { again, kept, log } = await setUp(payout)
      expect(await again(act)).toBe(outcome)
      expect([await kept(), await log()]).toEqual([payoutOf(payout), []])
    })

    test('resending makes a returned award due again', async () => {
      const { again, kept, log } = await setUp({ state: 'stopped', sent: 2_000, attempt: 2 })
      expect(await again()).toBe('done')
      expect(await kept()).toEqual(payoutOf({ state: 'due', sent: 2_000, attempt: 2 }))
      expect(await log()).toEqual([
        { act: 'payout-again', about: 'payout-1', doi, why: 'So.', words: '$40 to be paid again' },
      ])
    })
  })

  describe('award returning to its bounty', () => {
    test.each<[string, Partial<Payout>, object, string]>([
      ['that is not there', {}, { payout: 'nobody' }, 'unknown'],
      ['that is back', { state: 'withdrawn' }, {}, 'repeated'],
      ['that is on its way', { state: 'sending' }, {}, 'changed'],
      ['that is paid', { state: 'paid' }, {}, 'changed'],
    ])('returning an award is rejected: one %s', async (_, payout, act, outcome) => {
      const { withdraw, kept, booked, log } = await setUp(payout)
      expect(await withdraw('decline', act)).toBe(outcome)
      expect([await kept(), await booked(), await log()]).toEqual([payoutOf(payout), [], []])
    })

    test.each([
      ['declined', 'decline', 0, 0],
      ['declined after a part arrived', 'decline', 2_000, 3],
      ['of a deleted account', 'forget', 0, 0],
      ['taken by two moderators', null, 0, 0],
    ] as const)('a return notifies people: %s', async (_, how, sent, left) => {
      const { withdraw, kept, booked, log, uses, jobs, told, details } = await setUp({
        sent,
        state: sent > 0 ? 'stopped' : 'due',
        questioned: 'proposal-2',
      })
      const rest = 6_000 - sent
      expect(await withdraw(how)).toBe('done')
      const problem = how === null ? 'So.' : null
      expect(await kept()).toMatchObject({ state: 'withdrawn', sent, questioned: null, problem })
      expect(await booked()).toEqual([['award/payout-1/withdrawn', 'award-withdrawn', 'awarded', fund, rest]])
      expect(await uses()).toBe(left)
      const again = { about: 'offered-again', doi, money: [usd(rest)], until: null, to: { kind: 'claim', id: 'kim' } }
      expect(await jobs('bounties.mail')).toEqual([...told('award-back', rest), again])
      expect(await jobs('bounties.look')).toEqual([{ doi }])
      expect(await jobs('payouts.mail')).toEqual(how === null ? [{ payout: 'payout-1', about: 'withdrawn' }] : [])
      const words = `$${rest / 100} back into the bounty`
      expect(await log()).toEqual(how === null ? [] : [{ act: how, about: 'payout-1', doi, why: 'So.', words }])
      expect(await details()).toBeNull()
    })

    test('every claimant is notified when the reporter’s account is gone', async () => {
      const { withdraw, jobs, details } = await setUp({ reporter: null })
      await withdraw('forget')
      const again = (await jobs('bounties.mail')).filter(({ about }) => about === 'offered-again')
      expect(again.map(({ to }) => to.id)).toEqual(['kim', 'rita'])
      expect(await details()).toBe('Rita, DE02')
    })

    test.each([
      ['due', 'Rita, DE02'],
      ['sending', 'Rita, DE02'],
      ['stopped', 'Rita, DE02'],
      ['paid', null],
      ['withdrawn', null],
    ] as const)('payout details are kept while another award is %s: %j', async (state, left) => {
      const { withdraw, details, db } = await setUp()
      await keepRows(db as never, {
        payouts: [
          { id: 'other', state },
          { id: 'of-otto', reporter: 'user:otto' },
        ],
        payees: [{ account: 'user:otto', id: 'payee-2', stripe_account: null, details: 'Otto' }],
      })
      await withdraw('decline')
      expect(await details()).toBe(left)
      const ottos = db.selectFrom('payees').select('details').where('account', '=', 'user:otto')
      expect(await ottos.executeTakeFirst()).toEqual({ details: 'Otto' })
    })
  })
})
