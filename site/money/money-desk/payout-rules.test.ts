import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { reconcile } from '../payments/index.ts'
import { signedEvent } from '../stripe-sandbox/index.ts'
import { type DeskTables, doi, type Person, siteMigrations, startDesk } from './testing/index.ts'

const bounty = `bounty:${doi}`

describeStore<DeskTables>('what is due to a reporter', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { person, post, sandbox, settle, provider, webhook } = desk
    const rita = person('rita@example.org')
    await desk.pay(`/${doi}/contribute`, { amount: '100' })
    await desk.runJobs('payments.fees')
    const [payout = ''] = await desk.award({ [await desk.report(rita)]: '60' })
    const accountOf = async (who: Person) =>
      (await db.selectFrom('payees').selectAll().where('account', '=', `user:${who.id}`).executeTakeFirstOrThrow())
        .stripe_account ?? ''
    const onboard = async (who: Person = rita) => {
      expect((await post('/dashboard/awards/stripe', {}, who)).status).toBe(200)
      sandbox.world.finishOnboarding(await accountOf(who), true)
      await sandbox.deliver()
    }
    const send = () => settle('payouts.send')
    const stateOf = async () =>
      db.selectFrom('payouts').select(['state', 'sent']).where('id', '=', payout).executeTakeFirstOrThrow()
    /** Stripe sends it, and a part comes back. */
    const partComesBack = async () => {
      await onboard()
      await send()
      sandbox.world.reverse(sandbox.world.all('transfer')[0]?.id ?? '', { amount: 2_000 })
      await sandbox.deliver()
    }
    const moderate = (body: object, who: Person = desk.max) => post(`/moderate/money/payout/${payout}`, body, who)
    const done = (who?: Person) => moderate({ action: 'done', reference: 'SEPA 17' }, who)
    const decline = (who: Person = rita) => post(`/dashboard/awards/${payout}/decline`, {}, who)
    const takeBack = (who: Person = desk.mo) =>
      post('/moderate/money', { act: 'withdrawal', why: 'Not theirs.', payout }, who)
    /** Delivers a Stripe event with changes to its object and time. */
    const tell = async (type: string, change: object, at: number) => {
      const told = sandbox.world.events().find(event => event.type === type)
      const object = { ...(told?.data as { object: object } | undefined)?.object, ...change }
      const event = { ...told, id: `evt_${type}_${at}`, created: Math.floor(at / 1_000), data: { object } }
      const { body, signature } = signedEvent(event as never, sandbox.webhookSecret, provider.clock.now)
      expect((await webhook(body, signature)).status).toBe(200)
    }
    const differences = async () => reconcile(db as never, await sandbox.access.api())
    const acts = { moderate, done, decline, takeBack, onboard, send, partComesBack, tell }
    return { db, ...desk, rita, payout, stateOf, accountOf, differences, ...acts }
  }
  type Desk = Awaited<ReturnType<typeof setUp>>

  describe('partially returned payout', () => {
    test('the returned part is paid again by Stripe', async () => {
      const { partComesBack, stateOf, moderate, send, sandbox, balances, differences } = await setUp()
      await partComesBack()
      expect(await stateOf()).toEqual({ state: 'stopped', sent: 4_000 })
      expect(await balances()).toMatchObject({ awarded: -2_000 })
      expect((await moderate({ action: 'again' })).status).toBe(200)
      await send()
      expect(sandbox.world.all('transfer').map(({ amount }) => amount)).toEqual(expect.arrayContaining([6_000, 2_000]))
      expect(sandbox.world.all('transfer')).toHaveLength(2)
      expect(await stateOf()).toEqual({ state: 'paid', sent: 6_000 })
      expect(await balances()).not.toHaveProperty('awarded')
      expect(await differences()).toEqual([])
    })

    test('the returned part is paid manually', async () => {
      const { partComesBack, done, balances, stateOf } = await setUp()
      await partComesBack()
      expect((await done()).status).toBe(200)
      expect(await balances()).toMatchObject({ operator: -2_000, [bounty]: -4_000 })
      expect(await balances()).not.toHaveProperty('awarded')
      expect(await stateOf()).toEqual({ state: 'paid', sent: 6_000 })
    })

    test.each<[string, (desk: Desk) => unknown]>([
      ['its reporter declines it', ({ decline }) => decline()],
      [
        'withdraw the award',
        async ({ takeBack, idOf, confirm, db }) => {
          const id = await idOf(await takeBack())
          const asked = db.selectFrom('proposals').select('amount').where('id', '=', id)
          expect(Number((await asked.executeTakeFirstOrThrow()).amount)).toBe(2_000)
          await confirm(id)
        },
      ],
    ])('the returned part goes back into the bounty when %s', async (_, goesBack) => {
      const desk = await setUp()
      await desk.partComesBack()
      await goesBack(desk)
      expect(await desk.stateOf()).toEqual({ state: 'withdrawn', sent: 4_000 })
      expect(await desk.balances()).toMatchObject({ [bounty]: -6_000 })
      expect(await desk.balances()).not.toHaveProperty('awarded')
      // The money that arrived is a contribution's and stays used.
      expect(await desk.db.selectFrom('money_uses').select('purpose').execute()).toEqual([{ purpose: desk.payout }])
    })
  })

  test.each<[string, number | undefined, (desk: Desk) => unknown]>([
    ['its reporter declined, after a part came back', 2_000, ({ decline }) => decline()],
    [
      'was paid to a reporter who deleted their account since',
      undefined,
      ({ db, rita }) =>
        db.transaction().execute(tx => {
          const at = Date.now()
          return deleteAccount(features, tx, { id: rita.id, key: accountKey(rita.id), upTo: null, at })
        }),
    ],
  ])('a payout that %s returns to the bounty with the rest, and is not sent again', async (_, first, leaves) => {
    const desk = await setUp()
    const { onboard, send, sandbox, balances, stateOf, moderate, differences } = desk
    await onboard()
    await send()
    const [transfer] = sandbox.world.all('transfer')
    const comesBack = async (part: object) => {
      sandbox.world.reverse(transfer?.id ?? '', part as never)
      await sandbox.deliver()
    }
    if (first !== undefined) await comesBack({ amount: first })
    await leaves(desk)
    await comesBack({})
    sandbox.sendAgain(transfer?.id ?? '')
    await sandbox.deliver()
    expect(await stateOf()).toEqual({ state: 'withdrawn', sent: 0 })
    expect(await balances()).toMatchObject({ [bounty]: -10_000 })
    expect(await balances()).not.toHaveProperty('awarded')
    expect(await desk.db.selectFrom('money_uses').selectAll().execute()).toEqual([])
    expect((await moderate({ action: 'again' })).status).toBe(409)
    await send()
    expect(sandbox.world.all('transfer')).toHaveLength(1)
    expect(await differences()).toEqual([])
  })

  test('nobody, moderators included, can record a manual payment of their own award', async () => {
    const { report, propose, idOf, confirm, max, mo, mia, db, post, balances } = await setUp()
    const id = await idOf(await propose({ [await report(mia)]: '10' }, mo))
    await confirm(id, max)
    const own = await db.selectFrom('payouts').select('id').where('proposal', '=', id).executeTakeFirstOrThrow()
    const note = (who: Person) => post(`/moderate/money/payout/${own.id}`, { action: 'done', reference: 'SEPA 1' }, who)
    const before = await balances()
    const refused = await note(mia)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('your own award')])
    expect(await balances()).toEqual(before)
    expect((await note(max)).status).toBe(200)
  })

  test('a reporter cannot decline another’s award, even of the same bounty', async () => {
    const { report, person, award, decline, stateOf } = await setUp()
    const otto = person('otto@example.org')
    await award({ [await report(otto)]: '10' })
    expect((await decline(otto)).status).toBe(404)
    expect(await stateOf()).toMatchObject({ state: 'due' })
  })

  test.each([
    ['due', { again: 200 }],
    ['sending', { done: 409, again: 409, decline: 409, takeBack: 409 }],
    ['paid', { done: 409, again: 409, decline: 409, takeBack: 409 }],
    ['withdrawn', { done: 409, again: 409, decline: 200, takeBack: 409 }],
  ] as const)('a payout that is %s ignores late or repeated actions', async (state, answers) => {
    const { db, payout, done, moderate, decline, takeBack, balances } = await setUp()
    const acts = { done, again: () => moderate({ action: 'again' }), decline, takeBack }
    await db.updateTable('payouts').set({ state, reference: 'tr_1' }).where('id', '=', payout).execute()
    const all = async () => [
      await balances(),
      await db.selectFrom('payouts').selectAll().execute(),
      await db.selectFrom('proposals').select(['id', 'state']).execute(),
      await db.selectFrom('money_log').select('id').execute(),
      await db.selectFrom('outbox').select('id').execute(),
    ]
    const before = await all()
    for (const [name, status] of Object.entries(answers)) {
      expect((await acts[name as keyof typeof acts]()).status, name).toBe(status)
      expect(await all(), name).toEqual(before)
    }
  })

  test('a payout waits while Stripe reports the account as not payable, in any event order', async () => {
    const { onboard, tell, send, stateOf, db, provider } = await setUp()
    await onboard()
    const no = { payouts_enabled: false, capabilities: { transfers: 'active' } }
    const closed = { payouts_enabled: true, capabilities: { transfers: 'inactive' } }
    const yes = { payouts_enabled: true, capabilities: { transfers: 'active' } }
    const ready = async () => (await db.selectFrom('payees').select('ready').executeTakeFirstOrThrow()).ready
    const now = provider.clock.now
    await tell('account.updated', no, now + 20_000)
    await tell('account.updated', yes, now + 10_000)
    expect(await ready()).toBe(0)
    await tell('account.updated', closed, now + 30_000)
    expect(await ready()).toBe(0)
    await send()
    expect(await stateOf()).toMatchObject({ state: 'due', sent: 0 })
    await tell('account.updated', yes, now + 40_000)
    await send()
    expect(await stateOf()).toMatchObject({ state: 'paid' })
  })

  test('concurrent onboarding creates one Stripe account', async () => {
    const { post, rita, sandbox } = await setUp()
    const begin = () => post('/dashboard/awards/stripe', {}, rita)
    const answers = await Promise.all([begin(), begin(), begin()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(sandbox.world.all('account')).toHaveLength(1)
  })

  test('a bank rejection is reported once until the bank accepts something', async () => {
    const { onboard, send, sandbox, accountOf, rita, db } = await setUp()
    await onboard()
    await send()
    const bank = async (takes: boolean) => {
      sandbox.world.payBank(await accountOf(rita), takes)
      await sandbox.deliver()
      const mails = db.selectFrom('outbox').select('payload').where('kind', '=', 'payouts.mail')
      return (await mails.execute()).filter(({ payload }) => payload.includes('bank-refused')).length
    }
    expect([await bank(false), await bank(false), await bank(true), await bank(false)]).toEqual([1, 1, 1, 2])
  })

  test('a moderator with an interest in the bounty cannot withdraw its payout', async () => {
    const { pay, takeBack, mo, max, stateOf, db } = await setUp()
    await pay(`/${doi}/contribute`, { amount: '10' }, 'mo@example.org')
    const refused = await takeBack(mo)
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('You contributed to this bounty'),
    ])
    expect(await stateOf()).toMatchObject({ state: 'due' })
    expect(await db.selectFrom('payouts').select('questioned').execute()).toEqual([{ questioned: null }])
    expect((await takeBack(max)).status).toBe(200)
  })

  test('a payout is never sent to an account someone else claims', async () => {
    const { onboard, tell, accountOf, rita, provider, db } = await setUp()
    await onboard()
    const own = await accountOf(rita)
    const { id } = await db.selectFrom('payees').select('id').executeTakeFirstOrThrow()
    await tell('account.updated', { id: 'acct_of_somebody', metadata: { payee: id } }, provider.clock.now + 20_000)
    expect(await accountOf(rita)).toBe(own)
  })

  test('a payout is not sent by Stripe after its reporter chose manual payment', async () => {
    const { onboard, db, post, rita, send, stateOf } = await setUp()
    await onboard()
    expect((await post('/dashboard/awards', { details: 'Rita, DE02 1203' }, rita)).status).toBe(200)
    await send()
    expect(await stateOf()).toMatchObject({ state: 'due', sent: 0 })
    expect(await db.selectFrom('payees').select('ready').execute()).toEqual([{ ready: 1 }])
  })

  test('manual payout details are stored until nothing is due', async () => {
    const { award, report, rita, post, done, db, decline, max } = await setUp()
    const [second = ''] = await award({ [await report(rita)]: '10' })
    expect((await post('/dashboard/awards', { details: 'Rita, DE02 1203' }, rita)).status).toBe(200)
    const details = async () => (await db.selectFrom('payees').select('details').executeTakeFirstOrThrow()).details
    expect((await done(max)).status).toBe(200)
    expect(await details()).toBe('Rita, DE02 1203')
    expect((await decline()).status).toBe(409)
    expect((await post(`/dashboard/awards/${second}/decline`, {}, rita)).status).toBe(200)
    expect(await details()).toBeNull()
  })
})
