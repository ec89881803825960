import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { exportAwards, forgetReporterPay, myAwards } from './feature.ts'
import type { SettleTables } from './settle.ts'
import { keepRows } from './testing/index.ts'

const rita = { id: 'rita', key: 'user:rita' }

describeStore<SettleTables>('what is kept of what somebody was awarded', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    await keepRows(db as never, {
      payouts: [
        { id: 'b', awarded_at: 2_000 },
        { id: 'a', awarded_at: 2_000, state: 'paid', way: 'stripe', reference: 'tr_1', paid_at: 3_000 },
        { id: 'c', awarded_at: 1_000, way: 'hand', state: 'sending' },
        { id: 'of-otto', reporter: 'user:otto' },
      ],
      payees: [{ details: 'Rita, DE02' }, { account: 'user:otto', id: 'payee-2', stripe_account: 'acct_otto' }],
    })
    return db
  }

  test('awards are on the dashboard, newest first, up to a limit', async () => {
    const db = await setUp()
    const read = myAwards.reader(db as never)
    const shown = await read(rita, 10)
    expect(shown.map(({ at, standing }) => [at, standing])).toEqual([
      [2_000, 'Paid on 1 January 1970 by Stripe.'],
      [2_000, expect.stringContaining('On hold: its report is no longer approved')],
      [1_000, 'Stripe is sending it.'],
    ])
    expect(shown[0]).toEqual({
      doi: '10.1000/x',
      words: 'You were awarded $60',
      standing: 'Paid on 1 January 1970 by Stripe.',
      at: 2_000,
      path: '/dashboard/awards',
    })
    expect(await read(rita, 1)).toHaveLength(1)
    expect(await read({ id: 'nobody', key: 'user:nobody' }, 10)).toEqual([])
  })

  test('an award requiring a payout method is listed as pending while it is valid', async () => {
    const db = await setUp()
    const texts = { id: 'report-1', doi: '10.1000/x', sha256: 'a', canonical_sha256: 'a', content: '{}', email: null }
    const rest = { author: rita.key, name: 'Rita', outcome: 'success', created_at: 1, approved_at: 2 } as const
    await db
      .insertInto('reports')
      .values({ ...texts, ...rest, counted_at: null })
      .execute()
    const standing = async () => (await myAwards.reader(db as never)(rita, 10))[1]?.standing
    expect(await standing()).toBe('Awarded. Stripe will send it soon.')
    await db.deleteFrom('payees').execute()
    expect(await standing()).toBe('Awarded. Choose a payout method below.')
  })

  test('the data export contains complete awards', async () => {
    const { awards, how_paid } = await exportAwards((await setUp()) as never, rita)
    const of = { for: '10.1000/x', report: 'report-1', amount: '60.00', currency: 'usd' }
    const second = '1970-01-01T00:00:02.000Z'
    expect(awards).toHaveLength(3)
    expect(awards[0]).toEqual({
      ...of,
      status: 'sending',
      way: 'hand',
      reference: null,
      awarded: '1970-01-01T00:00:01.000Z',
      paid: null,
    })
    expect(awards).toContainEqual({
      ...of,
      status: 'paid',
      way: 'stripe',
      reference: 'tr_1',
      awarded: second,
      paid: '1970-01-01T00:00:03.000Z',
    })
    expect(how_paid).toEqual({ way: 'stripe', stripe_account: 'acct_rita', details: 'Rita, DE02' })
  })

  test('a person without awards has none in their data', async () =>
    expect(await exportAwards((await open()) as never, rita)).toEqual({ awards: [], how_paid: null }))

  test.each([
    ['all of it', null, ['of-otto'], ['user:otto']],
    ['what is from before somebody proved the account', 1_999, ['a', 'b', 'of-otto'], ['user:otto']],
    ['what is from up to then', 2_000, ['of-otto'], ['user:otto']],
    ['nothing, where all came later', 999, ['a', 'b', 'c', 'of-otto'], ['user:otto', 'user:rita']],
  ] as const)('awards of a deleted account are anonymized: %s', async (_, upTo, named, payees) => {
    const db = await setUp()
    await db.transaction().execute(tx => forgetReporterPay(tx, { key: rita.key, upTo, at: 9_000 }))
    const kept = await db.selectFrom('payouts').select('id').where('reporter', 'is not', null).orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual(named)
    const left = await db.selectFrom('payees').select('account').orderBy('account').execute()
    expect(left.map(({ account }) => account)).toEqual(payees)
    const goesOn = db.selectFrom('payouts').select('state').where('id', 'in', ['a', 'c']).orderBy('id')
    expect(await goesOn.execute()).toEqual([{ state: 'paid' }, { state: 'sending' }])
    const back = db.selectFrom('money_log').select(['act', 'about', 'why', 'actor'])
    expect(await back.execute()).toHaveLength(named.includes('b' as never) ? 0 : 1)
  })
})
