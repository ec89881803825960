import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { bookEntry } from '../ledger/store.ts'
import { type DeskTables, doi, siteMigrations, startDesk } from '../money-desk/testing/index.ts'
import { waitingProposals } from './tables.ts'

const give = `/${doi}/contribute`
const elsewhere = '10.1000/other'

describeStore<DeskTables>('what two moderators decide', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const rita = desk.person('rita@example.org')
    const ritas = await desk.report(rita)
    const { provider, post, mo } = desk
    const claim = (id: string, claimant: string, until = 1e9) => {
      const now = provider.clock.now
      const who = { claimant, name: 'Kim', show_name: 1, email: `${id}@claims.example`, plan: '', package: null }
      const rest = { approved_at: now, end: null, live: 1, locale: 'en', claimed_at: now, until: now + until } as const
      return db
        .insertInto('claims')
        .values({ id, doi, sha256: id, ...who, ...rest })
        .execute()
    }
    const topUp = (amount = '30', on = doi) =>
      post('/moderate/money', { act: 'top-up', doi: on, amount, why: 'It matters.' }, mo)
    const withdrawal = (payout: string) => post('/moderate/money', { act: 'withdrawal', payout, why: 'No.' }, mo)
    const reject = (id: string, who = desk.max) =>
      post(`/moderate/money/proposal/${id}`, { action: 'reject', version: 1, reason: 'No.' }, who)
    const words = async () => (await db.selectFrom('money_log').select('words').execute()).map(line => line.words)
    const jobs = (kind: string) => db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()
    return { db, ...desk, rita, ritas, claim, topUp, withdrawal, reject, words, jobs }
  }

  test('an award uses each contribution once, oldest first, for any number of reports', async () => {
    const { pay, provider, award, ritas, report, person, db } = await setUp()
    await pay(give, { amount: '60' })
    provider.clock.now += 60_000
    await pay(give, { amount: '40' })
    await award({ [ritas]: '50', [await report(person('otto@example.org'))]: '50' })
    const uses = await db
      .selectFrom('money_uses')
      .innerJoin('contributions', 'contributions.id', 'source')
      .select(['paid_at', ({ fn }) => fn.sum('money_uses.amount').as('used')])
      .groupBy(['source', 'paid_at'])
      .orderBy('paid_at')
      .execute()
    expect(uses.map(({ used }) => Number(used))).toEqual([6_000, 4_000])
  })

  test('an award can use money from no particular contributor', async () => {
    const { award, ritas, db, balances } = await setUp()
    const fund = `bounty:${doi}` as const
    const moves = [{ debit: 'stripe', credit: fund, amount: 9_000, currency: 'usd' }] as const
    const entry = { id: 'pi_old/1', kind: 'payment', fund, payment: 'pi_old', at: 1, moves } as const
    await db.transaction().execute(tx => bookEntry(tx as never, entry, 1))
    expect(await award({ [ritas]: '60' })).toHaveLength(1)
    expect(await balances()).toMatchObject({ awarded: -6_000, [fund]: -3_000 })
    expect(await db.selectFrom('money_uses').selectAll().execute()).toEqual([])
  })

  test('an award notifies contributors, claimants and the reporter once each', async () => {
    const { pay, award, ritas, rita, claim, settle, mails } = await setUp()
    await pay(give, { amount: '100' })
    await claim('ritas', `user:${rita.id}`)
    await claim('kims', 'user:kim')
    await settle('bounties.look', 'bounties.mail')
    mails.length = 0
    await award({ [ritas]: '60' })
    await settle('bounties.mail', 'payouts.mail')
    expect(new Map(mails.map(({ to, subject }) => [subject, to]))).toEqual(
      new Map([
        ['US$60 awarded from a bounty you contributed to', 'ada.secret@example.org'],
        ['US$60 awarded for a paper you claimed', 'kims@claims.example'],
        ['You have been awarded US$60', expect.stringContaining('@secret.example')],
      ]),
    )
    expect(mails).toHaveLength(3)
  })

  test('an award and a top-up re-evaluate the bounty', async () => {
    const { pay, award, ritas, jobs, db, topUp, idOf, confirm } = await setUp()
    await pay(give, { amount: '100' })
    await pay('/pool/contribute', { amount: '50' })
    const looksAnew = async (happens: () => Promise<unknown>) => {
      await db.deleteFrom('outbox').execute()
      await happens()
      return (await jobs('bounties.look')).map(({ payload }) => JSON.parse(payload))
    }
    expect(await looksAnew(() => award({ [ritas]: '60' }))).toEqual([{ doi }])
    expect(await looksAnew(async () => confirm(await idOf(await topUp())))).toEqual([{ doi }])
  })

  test('an award to a reporter with a payout method is paid at once', async () => {
    const { pay, award, ritas, rita, post, sandbox, db, settle } = await setUp()
    await pay(give, { amount: '100' })
    await award({ [ritas]: '60' })
    await post('/dashboard/awards/stripe', {}, rita)
    const payee = await db.selectFrom('payees').select('stripe_account').executeTakeFirstOrThrow()
    sandbox.world.finishOnboarding(payee.stripe_account ?? '', true)
    await sandbox.deliver()
    await settle('payouts.send')
    const [second] = await award({ [ritas]: '10' })
    await settle('payouts.send')
    const kept = db
      .selectFrom('payouts')
      .select('state')
      .where('id', '=', second ?? '')
    expect(await kept.executeTakeFirst()).toEqual({ state: 'paid' })
  })

  test('the log says who proposed and decided an award, and why', async () => {
    const { pay, propose, ritas, report, person, idOf, confirm, reject, topUp, withdrawal, db, words } = await setUp()
    await pay(give, { amount: '100' })
    await pay('/pool/contribute', { amount: '50' })
    await reject(await idOf(await propose({ [ritas]: '60' })))
    await confirm(await idOf(await propose({ [ritas]: '30', [await report(person('otto@example.org'))]: '20' })))
    await confirm(await idOf(await topUp()))
    const { id } = await db.selectFrom('payouts').select('id').where('amount', '=', 2_000).executeTakeFirstOrThrow()
    await confirm(await idOf(await withdrawal(id)))
    expect((await words()).toSorted()).toEqual(
      [
        '$60 for a report',
        '$60 for reports',
        '$50 for 2 reports',
        '$50 for reports',
        '$30 from the pool to the bounty',
        '$30 from the pool to the bounty',
        '$20 of an award back into its bounty',
        '$20 of an award back into its bounty',
      ].toSorted(),
    )
    const decided = await db.selectFrom('money_log').select(['act', 'why', 'doi']).where('act', '=', 'reject').execute()
    expect(decided).toEqual([{ act: 'reject', why: 'No.', doi }])
  })

  test('a moderator who approved one of several awarded reports cannot decide the award', async () => {
    const { pay, propose, ritas, rita, report, person, approvedBy, mo, max } = await setUp()
    await pay(give, { amount: '100' })
    const ottos = await report(person('otto@example.org'))
    await approvedBy(ritas, mo, rita)
    await approvedBy(ottos, max, person('pat@example.org'))
    const parts = { [ritas]: '10', [ottos]: '10' }
    expect([(await propose(parts, mo)).status, (await propose(parts, max)).status]).toEqual([403, 403])
  })

  test('an award from a bounty with several claims includes all claimants and waits for the last claim', async () => {
    const { pay, propose, ritas, rita, claim, report, person, topUp } = await setUp()
    await pay(give, { amount: '100' })
    await pay('/pool/contribute', { amount: '50' })
    const day = 24 * 60 * 60_000
    await claim('kims', 'user:kim', 50 * day)
    await claim('pats', 'user:pat', 70 * day)
    await claim('anns', 'user:ann', 60 * day)
    const refused = await propose({ [ritas]: '10' })
    const last = new Date(Date.now() + 70 * day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(`until ${last}`)])
    expect((await topUp()).status, 'a top-up is for nobody yet').toBe(200)
    await claim('ritas', `user:${rita.id}`)
    const ottos = await report(person('otto@example.org'))
    expect((await propose({ [ritas]: '10', [ottos]: '10' })).status).toBe(409)
    expect((await propose({ [ritas]: '10' })).status).toBe(200)
  })

  test('one proposal of each kind can be pending per bounty', async () => {
    const { pay, propose, ritas, topUp, db, report, rita, idOf, reject } = await setUp()
    await pay(give, { amount: '100' })
    await pay(`/${elsewhere}/contribute`, { amount: '100' })
    await pay('/pool/contribute', { amount: '50' })
    const first = await idOf(await propose({ [ritas]: '60' }))
    expect((await propose({ [ritas]: '10' })).status).toBe(409)
    expect([(await topUp('1')).status, (await topUp('1')).status]).toEqual([200, 409])
    expect((await topUp('1', elsewhere)).status).toBe(200)
    await report(rita, { on: elsewhere })
    const waiting = await waitingProposals(db as never, 10)
    expect(waiting.map(({ kind, doi: of }) => [kind, of])).toContainEqual(['award', doi])
    expect(waiting).toHaveLength(3)
    expect(await waitingProposals(db as never, 2)).toHaveLength(2)
    // The database enforces it independently of the code.
    const { id: _, ...row } = await db
      .selectFrom('proposals')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await expect(
      db
        .insertInto('proposals')
        .values({ id: 'second', ...row })
        .execute(),
    ).rejects.toThrow()
    await reject(first)
    expect((await propose({ [ritas]: '10' })).status).toBe(200)
  })

  test('a top-up does not check the bounty’s balance, and an award not the pool’s', async () => {
    const { pay, propose, ritas, topUp, idOf, confirm, balances } = await setUp()
    await pay(give, { amount: '20' })
    await pay('/pool/contribute', { amount: '50' })
    const refused = await propose({ [ritas]: '20.01' })
    expect(await refused.text()).toContain('Only $20 is available from this bounty.')
    const tooMuch = await topUp('50.01')
    expect(await tooMuch.text()).toContain('Only $50 is available from the pool.')
    expect((await confirm(await idOf(await topUp('50')))).status).toBe(200)
    expect(await balances()).toEqual({ stripe: 7_000, [`bounty:${doi}`]: -7_000 })
  })

  test.each([
    ['its reporter has deleted their account', { reporter: null }],
    ['it is paid', { state: 'paid' }],
    ['it is on its way', { state: 'sending' }],
  ] as const)('an award cannot be withdrawn when %s', async (_, change) => {
    const { pay, award, ritas, withdrawal, db } = await setUp()
    await pay(give, { amount: '100' })
    const [payout = ''] = await award({ [ritas]: '60' })
    await db.updateTable('payouts').set(change).execute()
    const refused = await withdrawal(payout)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('can’t be withdrawn')])
  })

  test('withdrawing an award fails if it was paid meanwhile', async () => {
    const { pay, award, ritas, withdrawal, db, idOf, confirm, balances } = await setUp()
    await pay(give, { amount: '100' })
    const [payout = ''] = await award({ [ritas]: '60' })
    const id = await idOf(await withdrawal(payout))
    const before = await balances()
    await db.updateTable('payouts').set({ state: 'paid' }).execute()
    expect((await confirm(id)).status).toBe(409)
    expect(await balances()).toEqual(before)
  })

  test('a withdrawal can be rejected after the reporter declined the award', async () => {
    const { pay, award, ritas, rita, withdrawal, idOf, reject, post, db } = await setUp()
    await pay(give, { amount: '100' })
    const [payout = ''] = await award({ [ritas]: '60' })
    const id = await idOf(await withdrawal(payout))
    expect((await post(`/dashboard/awards/${payout}/decline`, {}, rita)).status).toBe(200)
    expect((await reject(id)).status).toBe(200)
    expect(await db.selectFrom('payouts').select('state').execute()).toEqual([{ state: 'withdrawn' }])
  })

  test('one withdrawal can be pending per award, and other awards of the bounty are still paid', async () => {
    const { pay, award, ritas, report, person, withdrawal, idOf, reject, db, jobs } = await setUp()
    await pay(give, { amount: '100' })
    const payouts = await award({ [ritas]: '60', [await report(person('otto@example.org'))]: '10' })
    const [ottos = '', own = ''] = payouts
    const id = await idOf(await withdrawal(own))
    const second = await withdrawal(ottos)
    expect([second.status, await second.text()]).toEqual([
      409,
      expect.stringContaining('is already awaiting confirmation'),
    ])
    const questioned = db.selectFrom('payouts').select(['id', 'questioned']).orderBy('amount')
    expect(await questioned.execute()).toEqual([
      { id: ottos, questioned: null },
      { id: own, questioned: id },
    ])
    await db.deleteFrom('outbox').execute()
    await reject(id)
    expect((await jobs('payouts.send')).map(({ payload }) => JSON.parse(payload))).toEqual([{ payout: own }])
    expect((await withdrawal(ottos)).status).toBe(200)
  })
})
