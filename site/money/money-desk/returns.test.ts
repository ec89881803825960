import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { bountyOf } from '../ledger/accounts.ts'
import { reconcile } from '../payments/index.ts'
import { type Expired, expire, refund } from '../returns/index.ts'
import { signedEvent } from '../stripe-sandbox/index.ts'
import { type DeskTables, doi, siteMigrations, startDesk } from './testing/index.ts'

const bounty = `bounty:${doi}`
const give = `/${doi}/contribute`
const day = 24 * 60 * 60_000
const who = { actor: 'operator:Olga', why: 'A mistake.' }

describeStore<DeskTables>('money that goes back', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { settle, provider, sandbox, mails } = desk
    const idOf = async (payment: string) =>
      (await db.selectFrom('contributions').select('id').where('payment', '=', payment).executeTakeFirstOrThrow()).id
    const back = (of: Parameters<typeof refund>[1]) => refund(db as never, of, who, provider.clock.now)
    const later = async (days: number): Promise<Expired> => {
      provider.clock.now += days * day
      const done = await expire(db as never, provider.clock.now)
      await settle('returns.send', 'bounties.look', 'bounties.mail', 'contributions.mail', 'payments.fees')
      return done
    }
    const differences = async () => reconcile(db as never, await sandbox.access.api())
    const told = (to: string) => mails.filter(mail => mail.to === to).map(({ subject }) => subject)
    const returns = () => db.selectFrom('returns').select(['state', 'amount', 'problem']).orderBy('amount').execute()
    return { db, ...desk, contributionOf: idOf, back, later, differences, told, returns }
  }

  test('a refund cancels a pending award of its money, so that another can be proposed', async () => {
    const { pay, back, propose, idOf, confirm, report, person, settle, desk, mo, db } = await setUp()
    await pay(give, { amount: '100' })
    const ritas = await report(person('rita@example.org'))
    const first = await idOf(await propose({ [ritas]: '60' }))
    await back({ kind: 'fund', fund: bountyOf(doi as never) })
    await settle('returns.send')
    expect((await desk(mo)).waiting).toEqual([])
    expect((await confirm(first)).status).toBe(409)
    await pay(give, { amount: '80' })
    expect((await propose({ [ritas]: '70' })).status).toBe(200)
    expect(
      await db.selectFrom('proposals').select(['state', 'decided_by']).orderBy('proposed_at').execute(),
    ).toMatchObject([{ state: 'rejected', decided_by: null }, { state: 'waiting' }])
  })

  test('a refund keeps a pending award that is still covered', async () => {
    const { pay, contributionOf, back, propose, idOf, confirm, report, person } = await setUp()
    const { payment } = await pay(give, { amount: '100' })
    await pay(give, { amount: '60' })
    const ritas = await report(person('rita@example.org'))
    const id = await idOf(await propose({ [ritas]: '60' }))
    await back({ kind: 'contribution', id: await contributionOf(payment) })
    expect((await confirm(id)).status).toBe(200)
  })

  test('a refund covers all or part of a contribution, reserved until Stripe sent it and then booked once', async () => {
    const {
      pay,
      contributionOf,
      back,
      settle,
      balances,
      sandbox,
      differences,
      returns,
      report,
      person,
      propose,
      runJobs,
    } = await setUp()
    const { payment } = await pay(give, { amount: '100' })
    await runJobs('payments.fees')
    const id = await contributionOf(payment)
    await back({ kind: 'contribution', id, most: 3_000 })
    await expect(back({ kind: 'contribution', id })).rejects.toThrow('Nothing left to refund')
    // Money being refunded cannot be awarded.
    const ritas = await report(person('rita@example.org'))
    expect((await propose({ [ritas]: '70.01' })).status).toBe(409)
    sandbox.world.deliverAfter(null)
    await settle('returns.send')
    expect(await returns()).toMatchObject([{ state: 'planned' }])
    sandbox.world.deliverAfter(0)
    sandbox.sendAgain(payment)
    await sandbox.deliver()
    expect(await returns()).toMatchObject([{ state: 'refunded', amount: 3_000 }])
    expect(await balances()).toMatchObject({ [bounty]: -7_000 })
    expect(await differences()).toEqual([])
    await back({ kind: 'contribution', id })
    await settle('returns.send')
    expect(await balances()).not.toHaveProperty([bounty])
  })

  test('a refund never exceeds what is left of its contribution, even if the bounty has more', async () => {
    const { pay, contributionOf, back, award, report, person, returns } = await setUp()
    const { payment } = await pay(give, { amount: '100' })
    await award({ [await report(person('rita@example.org'))]: '60' })
    await pay(give, { amount: '100' })
    await back({ kind: 'contribution', id: await contributionOf(payment) })
    expect(await returns()).toMatchObject([{ state: 'planned', amount: 4_000 }])
  })

  test('a refund never exceeds the bounty’s balance after a chargeback of awarded money', async () => {
    const { pay, contributionOf, back, award, report, person, sandbox, provider, returns } = await setUp()
    const { payment: disputed } = await pay(give, { amount: '100' })
    provider.clock.now += 60_000
    const { payment } = await pay(give, { amount: '50' })
    await award({ [await report(person('rita@example.org'))]: '80' })
    sandbox.world.dispute(disputed)
    await sandbox.deliver()
    const id = await contributionOf(payment)
    await expect(back({ kind: 'contribution', id })).rejects.toThrow('Nothing left to refund')
    await pay(give, { amount: '45' })
    await back({ kind: 'contribution', id })
    expect(await returns()).toMatchObject([{ state: 'planned', amount: 1_500 }])
  })

  test('a fully refunded contributor no longer counts and gets no further emails', async () => {
    const { pay, contributionOf, back, settle, shown, told, award, report, person, mo } = await setUp()
    const { payment } = await pay(give, { amount: '30' }, 'ann@example.org')
    await pay(give, { amount: '50' }, 'ben@example.org')
    const people = async () =>
      ((await shown(`/${doi}`, { cookie: mo.cookie })).model.sections as unknown as { bounty: { people: number } })
        .bounty.people
    expect(await people()).toBe(2)
    await back({ kind: 'contribution', id: await contributionOf(payment) })
    await settle('returns.send', 'contributions.mail')
    expect(await people()).toBe(1)
    await award({ [await report(person('rita@example.org'))]: '50' })
    await settle('bounties.mail')
    expect(told('ben@example.org')).toContain('US$50 awarded from a bounty you contributed to')
    expect(told('ann@example.org').filter(subject => subject.includes('awarded'))).toEqual([])
  })

  test('a refund excludes money already charged back, and the rest goes to the other contributors', async () => {
    const { pay, back, sandbox, provider, db, contributionOf } = await setUp()
    const { payment: disputed } = await pay(give, { amount: '100' })
    provider.clock.now += 60_000
    const { payment } = await pay(give, { amount: '50' })
    sandbox.world.dispute(disputed)
    await sandbox.deliver()
    await back({ kind: 'fund', fund: bountyOf(doi as never) })
    const planned = db.selectFrom('returns').select(['source', 'amount'])
    expect(await planned.execute()).toEqual([{ source: await contributionOf(payment), amount: 5_000 }])
  })

  test('an unpaid contribution cannot be refunded', async () => {
    const { begin, back, db } = await setUp()
    await begin(give, { amount: '25' })
    const { id } = await db.selectFrom('contributions').select('id').executeTakeFirstOrThrow()
    await expect(back({ kind: 'contribution', id })).rejects.toThrow(`No paid contribution with ID ${id}.`)
  })

  test('a failed refund from the pool stays in the pool without further entries', async () => {
    const { pay, contributionOf, back, settle, balances, sandbox, returns, told } = await setUp()
    const { payment } = await pay('/pool/contribute', { amount: '40' }, 'ben@example.org')
    const before = await balances()
    sandbox.world.age(payment)
    await back({ kind: 'contribution', id: await contributionOf(payment) })
    await settle('returns.send', 'bounties.mail')
    expect(await returns()).toMatchObject([{ state: 'to-pool', amount: 4_000 }])
    expect(await balances()).toEqual(before)
    expect(told('ben@example.org')).toContain('US$40 could not be refunded')
  })

  test('refunding a bounty returns contributions to contributors, and top-ups and failed refunds to the pool', async () => {
    const { pay, back, settle, balances, sandbox, differences, returns, told, post, idOf, confirm, mo, runJobs } =
      await setUp()
    await pay('/pool/contribute', { amount: '50' })
    const topUp = { act: 'top-up', doi, amount: '20', why: 'It matters.' }
    await confirm(await idOf(await post('/moderate/money', topUp, mo)))
    await pay(give, { amount: '25' }, 'ann@example.org')
    const { payment } = await pay(give, { amount: '40' }, 'ben@example.org')
    await runJobs('payments.fees')
    sandbox.world.age(payment)
    await back({ kind: 'fund', fund: bountyOf(doi as never) })
    await settle('returns.send', 'bounties.mail', 'contributions.mail')
    expect(await balances()).toMatchObject({ pool: -9_000 })
    expect(await balances()).not.toHaveProperty([bounty])
    expect(await returns()).toMatchObject([
      { state: 'to-pool', amount: 2_000 },
      { state: 'refunded', amount: 2_500 },
      { state: 'to-pool', amount: 4_000, problem: expect.stringContaining('too old') },
    ])
    expect(told('ben@example.org')).toContain('US$40 could not be refunded')
    expect(await differences()).toEqual([])
  })

  test('a refund the payer’s bank rejects goes to the pool, in any event order', async () => {
    const { pay, contributionOf, back, settle, balances, sandbox, returns, differences, runJobs, webhook, provider } =
      await setUp()
    const { payment } = await pay(give, { amount: '25' })
    await runJobs('payments.fees')
    await back({ kind: 'contribution', id: await contributionOf(payment) })
    sandbox.world.deliverAfter(null)
    await settle('returns.send')
    const [sent] = sandbox.world.all('refund')
    sandbox.world.failRefund(sent?.id ?? '')
    // The newest word first: that it failed, and then that it was made.
    for (const event of sandbox.world.events().filter(({ type }) => String(type).startsWith('refund.'))) {
      const { body, signature } = signedEvent(event, sandbox.webhookSecret, provider.clock.now)
      expect((await webhook(body, signature)).status).toBe(200)
    }
    expect(await returns()).toMatchObject([{ state: 'to-pool' }])
    sandbox.world.deliverAfter(0)
    sandbox.sendAgain(payment)
    await sandbox.deliver()
    expect(await returns()).toMatchObject([{ state: 'to-pool', amount: 2_500 }])
    expect(await balances()).toMatchObject({ pool: -2_500 })
    expect(await differences()).toEqual([])
  })

  test('expiring money is announced a month before and refunded once, to the last cent', async () => {
    const { pay, later, balances, told, differences, award, report, person, runJobs, provider } = await setUp()
    await pay(give, { amount: '30' }, 'ann@example.org')
    provider.clock.now += 60_000
    await pay(give, { amount: '50' }, 'ben@example.org')
    await runJobs('payments.fees')
    await award({ [await report(person('rita@example.org'))]: '40' })
    expect(await later(334)).toEqual({ warned: 0, returned: [] })
    // Ann's money is awarded, and a part of Ben's: the oldest goes first.
    expect(await later(2)).toMatchObject({ warned: 1, returned: [] })
    expect(told('ben@example.org').filter(subject => subject.includes('will be refunded on'))).toHaveLength(1)
    expect(await later(5)).toMatchObject({ warned: 0, returned: [] })
    expect(await later(25)).toMatchObject({ returned: [{ money: { amount: 4_000 }, to: 'giver' }] })
    expect(await later(1)).toEqual({ warned: 0, returned: [] })
    expect(told('ben@example.org')).toContain('US$40 are on their way back to you')
    expect(told('ann@example.org').filter(subject => subject.includes('refunded'))).toEqual([])
    expect(await balances()).not.toHaveProperty([bounty])
    expect(await differences()).toEqual([])
  })

  test('expiry waits while the bounty is claimed or a proposal is pending', async () => {
    const { pay, later, db, propose, report, person, provider, post, idOf } = await setUp()
    await pay(give, { amount: '30' }, 'ann@example.org')
    await later(336)
    const now = provider.clock.now
    const claim = { name: 'Kim', show_name: 1, email: 'kim@example.org', plan: '', package: null, sha256: 'a' }
    const rest = {
      approved_at: now,
      end: null,
      live: 1,
      locale: 'de',
      claimed_at: now,
      until: now + 200 * day,
    } as const
    await db
      .insertInto('claims')
      .values({ id: 'c', doi, claimant: 'user:kim', ...claim, ...rest })
      .execute()
    expect(await later(60)).toMatchObject({ returned: [] })
    await db.updateTable('claims').set({ live: 0, end: 'withdrawn' }).execute()
    // Their sessions of a year ago are over.
    const nina = person('nina@example.org', ['moderator'])
    const id = await idOf(await propose({ [await report(person('rita@example.org'))]: '10' }, nina))
    expect(await later(1)).toMatchObject({ returned: [] })
    await post(
      `/moderate/money/proposal/${id}`,
      { action: 'reject', version: 1, reason: 'No.' },
      person('otto@example.org', ['moderator']),
    )
    expect(await later(1)).toMatchObject({ returned: [{ money: { amount: 3_000 } }] })
  })

  test('a claimed and released bounty notifies contributors once, in their language', async () => {
    const { send, sandbox, db, runJobs, told, provider, settle, mails } = await setUp()
    const answer = await send(give, { amount: '30' }, { 'accept-language': 'de' })
    const session = new URL(answer.headers.get('location') ?? '').pathname.split('/').at(-1) ?? ''
    sandbox.world.pay(session, 'dora@example.org')
    await settle('contributions.mail')
    const now = provider.clock.now
    const claim = { name: 'Kim', show_name: 1, email: 'kim@example.org', plan: '', package: null, sha256: 'a' }
    const rest = { approved_at: now, end: null, live: 1, locale: 'es', claimed_at: now, until: now + 80 * day } as const
    await db
      .insertInto('claims')
      .values({ id: 'c', doi, claimant: 'user:kim', ...claim, ...rest })
      .execute()
    await runJobs('bounties.look')
    await settle('bounties.mail')
    await runJobs('bounties.look')
    await settle('bounties.mail')
    expect(told('dora@example.org').at(-1)).toBe(
      'Reproduktion eines Artikels angekündigt, für den Sie beigetragen haben',
    )
    expect(told('kim@example.org')).toEqual([expect.stringMatching(/^Tienes reservada una recompensa de 30/)])
    expect(mails.every(({ text }) => text.includes('http'))).toBe(true)
  })
})
