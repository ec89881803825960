import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { reconcile } from '../payments/index.ts'
import { type DeskTables, doi, type Person, siteMigrations, startDesk } from './testing/index.ts'

const bounty = `bounty:${doi}`

describeStore<DeskTables>('a payout', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { pay, runJobs, report, person, award, post, sandbox, settle } = desk
    const rita = person('rita@example.org')
    await pay(`/${doi}/contribute`, { amount: '100' })
    await runJobs('payments.fees')
    const ritas = await report(rita)
    const [payout = ''] = await award({ [ritas]: '60' })
    const accountOf = async () =>
      (await db.selectFrom('payees').select('stripe_account').executeTakeFirstOrThrow()).stripe_account ?? ''
    /** Completes Stripe's onboarding and returns. */
    const onboard = async (isEnough = true, who: Person = rita) => {
      const { url } = (await (await post('/dashboard/awards/stripe', {}, who)).json()) as { url: string }
      sandbox.world.finishOnboarding(await accountOf(), isEnough)
      await sandbox.deliver()
      return url
    }
    const send = () => settle('payouts.send')
    const stateOf = async () =>
      db.selectFrom('payouts').select(['state', 'sent', 'problem']).where('id', '=', payout).executeTakeFirstOrThrow()
    const differences = async () => reconcile(db as never, await sandbox.access.api())
    const standing = async (who: Person = rita) =>
      (await desk.shown('/dashboard/awards', { cookie: who.cookie })).model as never as {
        awards: { standing: string }[]
      }
    return { db, ...desk, rita, ritas, payout, accountOf, onboard, send, stateOf, differences, standing }
  }

  test('a Stripe payout is sent after onboarding and booked once, however often reported', async () => {
    const { onboard, send, stateOf, balances, sandbox, differences, standing, mails, settle, rita, request, payout } =
      await setUp()
    await send()
    expect(await stateOf()).toMatchObject({ state: 'due' })
    expect((await standing()).awards).toMatchObject([
      { standing: expect.stringContaining('Choose a payout method below') },
    ])
    expect(await onboard()).toMatch(/\/sandbox\/onboarding\/acct_/)
    await send()
    expect(await stateOf()).toMatchObject({ state: 'paid', sent: 6_000 })
    sandbox.sendAgain(payout)
    await sandbox.deliver()
    await send()
    expect(sandbox.world.all('transfer')).toHaveLength(1)
    expect(await balances()).toEqual({ stripe: 3_680, fees: 320, [bounty]: -4_000 })
    expect(await differences()).toEqual([])
    await settle('payouts.mail', 'bounties.mail')
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['US$60 has been paid to you', 'US$60 paid from a bounty you contributed to']),
    )
    const copy = await request('/account/export.json', { headers: { cookie: rita.cookie } })
    expect(await copy.json()).toMatchObject({ awards: [{ for: doi, amount: '60.00', status: 'paid' }] })
  })

  test('a payout Stripe rejects stays due with the reason, and is sent once possible', async () => {
    const { onboard, send, stateOf, sandbox, desk, mo, balances, settle, jobs } = await setUp()
    const night = () => jobs['money.night']?.({}, {} as never)
    sandbox.world.setOwnMoney(-9_000)
    await onboard()
    await send()
    expect(await stateOf()).toMatchObject({ state: 'due', problem: expect.stringContaining('insufficient') })
    expect((await desk(mo)).payouts).toMatchObject([{ problem: expect.stringContaining('insufficient') }])
    expect(await balances()).toMatchObject({ awarded: -6_000 })
    sandbox.world.setOwnMoney(0)
    await night()
    await settle('payouts.send')
    expect(await stateOf()).toMatchObject({ state: 'paid', problem: null })
    expect((await desk(mo)).reconciled).toMatchObject({ differences: [] })
  })

  test.each([
    ['the approval of its report is taken back', 'report', 'its report is no longer approved'],
    ['its writer is stopped from writing', 'writer', 'its author is blocked'],
  ] as const)('a payout waits when %s, and is sent once that is undone', async (_, lost, words) => {
    const { db, onboard, send, stateOf, desk, mo, max, post, payout, rita, standing, jobs, settle, idOf } =
      await setUp()
    const block = { writer: `user:${rita.id}`, kind: 'comment', item: 'x', moderator: null, at: 1 } as const
    if (lost === 'report') await db.updateTable('reports').set({ approved_at: null }).execute()
    else await db.insertInto('blocked_writers').values(block).execute()
    await onboard()
    await send()
    expect(await stateOf()).toMatchObject({ state: 'due', sent: 0 })
    expect((await desk(mo)).payouts).toMatchObject([{ standing: expect.stringContaining(words), hasLostGround: true }])
    expect((await standing()).awards).toMatchObject([{ standing: expect.stringContaining('On hold') }])
    const byHand = await post(`/moderate/money/payout/${payout}`, { action: 'done', reference: 'SEPA 1' }, mo)
    expect([byHand.status, await byHand.text()]).toEqual([409, expect.stringContaining(words)])
    // Moderators decide about a refund; here they decline it.
    const question = await idOf(await post('/moderate/money', { act: 'withdrawal', payout, why: 'Look again.' }, mo))
    const left = { action: 'reject', version: 1, reason: 'Wait for the report.' }
    expect((await post(`/moderate/money/proposal/${question}`, left, max)).status).toBe(200)
    await send()
    expect(await stateOf()).toMatchObject({ state: 'due' })
    if (lost === 'report') await db.updateTable('reports').set({ approved_at: 5 }).execute()
    else await db.deleteFrom('blocked_writers').execute()
    await jobs['money.night']?.({}, {} as never)
    await settle('payouts.send')
    expect(await stateOf()).toMatchObject({ state: 'paid', sent: 6_000 })
  })

  test('a returned payout is not sent again while its report is not approved', async () => {
    const { db, post, payout, mo, stateOf } = await setUp()
    await db.updateTable('payouts').set({ state: 'stopped' }).execute()
    await db.updateTable('reports').set({ approved_at: null }).execute()
    const again = await post(`/moderate/money/payout/${payout}`, { action: 'again' }, mo)
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('no longer approved')])
    expect(await stateOf()).toMatchObject({ state: 'stopped' })
  })

  test('a returned payout still belongs to the reporter and is resent on request', async () => {
    const { onboard, send, stateOf, sandbox, balances, post, max, payout, differences, settle, mails } = await setUp()
    await onboard()
    await send()
    const [first] = sandbox.world.all('transfer')
    sandbox.world.reverse(first?.id ?? '')
    await sandbox.deliver()
    expect(await stateOf()).toMatchObject({ state: 'stopped', sent: 0, problem: expect.stringContaining('came back') })
    expect(await balances()).toMatchObject({ awarded: -6_000 })
    await settle('bounties.mail')
    expect(mails.map(({ subject }) => subject)).toContain(
      'A payout of US$60 from a bounty you contributed to was returned',
    )
    // An older word that arrives again changes nothing.
    sandbox.sendAgain(first?.id ?? '')
    await sandbox.deliver()
    expect(await stateOf()).toMatchObject({ state: 'stopped', sent: 0 })
    expect((await post(`/moderate/money/payout/${payout}`, { action: 'again' }, max)).status).toBe(200)
    await send()
    expect(await stateOf()).toMatchObject({ state: 'paid', sent: 6_000 })
    expect(sandbox.world.all('transfer')).toHaveLength(2)
    expect(await differences()).toEqual([])
  })

  test('a manual payout is completed by recording its reference, which erases the payment details', async () => {
    const { post, rita, stateOf, desk, mo, max, payout, balances, db } = await setUp()
    expect((await post('/dashboard/awards', { details: ' ' }, rita)).status).toBe(400)
    expect((await post('/dashboard/awards', { details: 'Rita, DE02 1203' }, rita)).status).toBe(200)
    expect((await desk(mo)).payouts).toMatchObject([{ details: 'Rita, DE02 1203', standing: 'Pay manually' }])
    const note = (reference: string) => post(`/moderate/money/payout/${payout}`, { action: 'done', reference }, max)
    expect((await note(' ')).status).toBe(400)
    expect([(await note('SEPA 17')).status, (await note('SEPA 17')).status, (await note('SEPA 18')).status]).toEqual([
      200, 200, 409,
    ])
    expect(await stateOf()).toMatchObject({ state: 'paid', sent: 6_000 })
    expect(await balances()).toMatchObject({ operator: -6_000, [bounty]: -4_000 })
    expect(await db.selectFrom('payees').select('details').execute()).toEqual([{ details: null }])
  })

  test('a manual payout method is asked again for the next award', async () => {
    const { post, rita, desk, mo, payout, award, ritas, standing, db } = await setUp()
    await post('/dashboard/awards', { details: 'Rita, DE02 1203' }, rita)
    await post(`/moderate/money/payout/${payout}`, { action: 'done', reference: 'SEPA 17' }, mo)
    expect(await db.selectFrom('payees').select('way').execute()).toEqual([{ way: null }])
    const [next = ''] = await award({ [ritas]: '40' })
    expect((await desk(mo)).payouts).toMatchObject([{ id: next, details: null, standing: 'No payout method yet' }])
    expect((await standing()).awards.map(each => each.standing).toSorted()).toEqual([
      expect.stringContaining('Choose a payout method below'),
      expect.stringMatching(/^Paid on .* by hand, SEPA 17/),
    ])
  })

  test('an award can be declined by its reporter only, and returns to the bounty', async () => {
    const { post, rita, mo, payout, balances, stateOf } = await setUp()
    expect((await post(`/dashboard/awards/${payout}/decline`, {}, mo)).status).toBe(404)
    expect((await post(`/dashboard/awards/${payout}/decline`, {}, rita)).status).toBe(200)
    expect(await stateOf()).toMatchObject({ state: 'withdrawn' })
    expect(await balances()).toMatchObject({ [bounty]: -10_000 })
    expect(await balances()).not.toHaveProperty('awarded')
  })

  describe('payout under withdrawal', () => {
    const question = { act: 'withdrawal', why: 'The data are of another paper.' }

    test('a payout waits for a withdrawal decision and is paid if it is rejected', async () => {
      const { payout, post, mo, max, rita, idOf, confirm, onboard, send, stateOf, standing, desk } = await setUp()
      const ask = (who: Person | null, more = {}) => post('/moderate/money', { ...question, payout, ...more }, who)
      expect((await ask(rita)).status).toBe(403)
      expect((await ask(mo, { why: ' ' })).status).toBe(400)
      expect((await ask(mo, { payout: 'nobody' })).status).toBe(404)
      const id = await idOf(await ask(mo))
      expect((await ask(max)).status).toBe(409)
      await onboard()
      await send()
      expect(await stateOf()).toMatchObject({ state: 'due', sent: 0 })
      const byHand = { action: 'done', reference: 'SEPA 17' }
      expect((await post(`/moderate/money/payout/${payout}`, byHand, max)).status).toBe(409)
      expect((await standing()).awards).toMatchObject([{ standing: expect.stringContaining('another has to decide') }])
      expect((await desk(max)).waiting).toMatchObject([{ id, kind: 'withdrawal', amount: '$60', isOwn: false }])
      expect((await confirm(id, mo)).status).toBe(403)
      const reject = { action: 'reject', version: 1, reason: 'They are of this one.' }
      expect((await post(`/moderate/money/proposal/${id}`, reject, max)).status).toBe(200)
      await send()
      expect(await stateOf()).toMatchObject({ state: 'paid', sent: 6_000 })
      expect((await ask(mo)).status).toBe(409)
    })

    test('a confirmed withdrawal returns the money once and notifies reporter, contributors and claimants', async () => {
      const { payout, post, mo, max, mia, rita, idOf, confirm, onboard, send, stateOf, settle, db, ...desk } =
        await setUp()
      // Renewed claims, which hold no bounty any more, by another user and by the reporter.
      const claim = {
        doi,
        name: 'Kim',
        show_name: 1,
        plan: '',
        package: null,
        sha256: 'a',
        end: null,
        live: 1,
      } as const
      const times = { claimed_at: 1, approved_at: 1, until: Date.now() + 1e9, locale: 'en' } as const
      for (const [id, claimant] of [
        ['kim', 'user:kim'],
        ['rita', `user:${rita.id}`],
      ] as const)
        await db
          .insertInto('claims')
          .values({ id, claimant, email: `${id}@claims.example`, ...claim, ...times })
          .execute()
      const id = await idOf(await post('/moderate/money', { ...question, payout }, mo))
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => confirm(id, n % 2 === 0 ? max : mia)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(await stateOf()).toMatchObject({ state: 'withdrawn', sent: 0 })
      expect(await desk.balances()).toMatchObject({ [bounty]: -10_000 })
      await onboard()
      await send()
      expect(desk.sandbox.world.all('transfer')).toEqual([])
      await settle('payouts.mail', 'bounties.mail')
      const told = desk.mails.filter(({ subject }) => /returned to|withdrawn/.test(subject))
      expect(told.map(({ subject }) => subject).toSorted()).toEqual([
        'US$60 returned to a bounty you contributed to',
        'Your award of US$60 was withdrawn',
      ])
      const again = desk.mails.filter(({ subject }) => subject.includes('offered again'))
      expect(again.map(({ to, subject }) => [to, subject])).toEqual([
        ['kim@claims.example', 'US$60 offered again for a paper you claimed'],
      ])
      expect(told.find(({ subject }) => subject.includes('withdrawn'))?.text).toContain(question.why)
      expect((await desk.standing()).awards).toMatchObject([{ standing: expect.stringContaining(question.why) }])
      // The money can be awarded again and is refundable like any other.
      expect(await desk.award({ [desk.ritas]: '100' })).toHaveLength(1)
      expect(await desk.differences()).toEqual([])
    })

    test('a payout under withdrawal that its reporter declines returns once', async () => {
      const { payout, post, mo, rita, idOf, confirm, balances } = await setUp()
      const id = await idOf(await post('/moderate/money', { ...question, payout }, mo))
      expect((await post(`/dashboard/awards/${payout}/decline`, {}, rita)).status).toBe(200)
      expect((await confirm(id)).status).toBe(409)
      expect(await balances()).toMatchObject({ [bounty]: -10_000 })
    })
  })

  test('a bank rejection is reported to the reporter, and a person without awards has no account', async () => {
    const { onboard, send, sandbox, accountOf, settle, mails, post, mo, standing, request } = await setUp()
    expect((await post('/dashboard/awards/stripe', {}, mo)).status).toBe(404)
    expect((await standing(mo)).awards).toEqual([])
    await onboard()
    await send()
    sandbox.world.payBank(await accountOf(), false)
    await sandbox.deliver()
    await settle('payouts.mail')
    expect(mails.map(({ subject }) => subject)).toContain('Your bank rejected a payment from Stripe')
    expect((await request('/dashboard/awards')).status).toBe(401)
  })

  test('deleting the reporter’s account returns the payout to the bounty, anonymized in ledger and log', async () => {
    const { rita, db, balances, stateOf, request, desk, mo, provider } = await setUp()
    const at = provider.clock.now + 60_000
    const [key, by] = [accountKey(rita.id), accountKey(mo.id)]
    await db.transaction().execute(tx => deleteAccount(features, tx, { id: rita.id, key, upTo: null, at }))
    expect(await stateOf()).toMatchObject({ state: 'withdrawn' })
    expect(await balances()).toMatchObject({ [bounty]: -10_000 })
    const withdrawn = db.selectFrom('ledger').select('at').where('kind', '=', 'award-withdrawn')
    expect(await withdrawn.execute()).toEqual([{ at }])
    await db.transaction().execute(tx => deleteAccount(features, tx, { id: mo.id, key: by, upTo: null, at }))
    const log = JSON.stringify(await db.selectFrom('money_log').selectAll().execute())
    const actors = JSON.stringify(await db.selectFrom('money_actors').selectAll().execute())
    expect(log + actors).not.toContain(mo.id)
    for (const path of ['/books.json', '/books.csv', `/books.json?doi=${doi}`])
      expect(await (await request(path)).text()).not.toMatch(/Rita|secret|example\.org|user:/)
    await expect(db.deleteFrom('money_log').execute()).rejects.toThrow('append-only')
    await expect(db.updateTable('money_log').set({ why: 'x' }).execute()).rejects.toThrow('append-only')
    expect((await desk(mo)).log.map(({ by: who }) => who)).toContain('the site')
  })
})
