import { secret } from '@corroborate/server-kit/settings'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { beginContribution } from '../contributions/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import { createSend } from '../payouts/index.ts'
import { createSendReturn, refund } from '../returns/index.ts'
import { openStripe } from '../stripe/open-stripe.ts'
import { type DeskTables, doi, siteMigrations, startDesk } from './testing/index.ts'

const fund = bountyOf(doi as never)

describeStore<DeskTables>('what Stripe is asked to make', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const desk = await startDesk(db)
    const { sandbox, person, report, post, provider } = desk
    const now = () => provider.clock.now
    const rita = person('rita@example.org')
    const { payment } = await desk.pay(`/${doi}/contribute`, { amount: '100' })
    const [payout = ''] = await desk.award({ [await report(rita)]: '60' })
    await post('/dashboard/awards/stripe', {}, rita)
    const payee = await db.selectFrom('payees').selectAll().executeTakeFirstOrThrow()
    const destination = payee.stripe_account ?? ''
    sandbox.world.finishOnboarding(destination, true)
    await sandbox.deliver()
    await refund(db as never, { kind: 'fund', fund }, { actor: 'operator:Olga', why: 'A mistake.' }, now())
    const { id: back } = await db.selectFrom('returns').select('id').executeTakeFirstOrThrow()
    /** Idempotency keys of creating requests, by resource. */
    const keys: string[][] = []
    /** Stripe expires idempotency keys after a day; by then its lists include the created resources. */
    let isForgetful = false
    const aDayLater = () => {
      isForgetful = true
    }
    /** Rejects a request after a side effect. */
    let refusing: (() => Promise<unknown>) | null = null
    const refuseAfter = (happens: () => Promise<unknown>) => {
      refusing = happens
    }
    const stateOf = () =>
      db.selectFrom('payouts').select(['state', 'attempt', 'sent']).where('id', '=', payout).executeTakeFirstOrThrow()
    /** Stripe through an observing network, with stale lists. */
    const stripe = openStripe({
      secretKey: secret(sandbox.secretKey),
      webhookSecret: secret(sandbox.webhookSecret),
      connectWebhookSecret: null,
      apiUrl: 'http://sandbox.invalid',
      fetch: async (url, init) => {
        const request = new Request(url, init)
        const { pathname } = new URL(request.url)
        if (isForgetful) {
          request.headers.delete('Idempotency-Key')
          return sandbox.answer(request)
        }
        if (request.method === 'GET') return Response.json({ object: 'list', data: [], has_more: false, url: '/v1' })
        keys.push([pathname, request.headers.get('Idempotency-Key') ?? ''])
        if (refusing === null) return sandbox.answer(request)
        await refusing()
        return Response.json({ error: { type: 'invalid_request_error', message: 'No.' } }, { status: 400 })
      },
      now,
    })
    const options = { db: db as never, stripe, now }
    return { db, ...desk, options, keys, payout, back, payment, destination, refuseAfter, aDayLater, stateOf }
  }

  test('a Stripe object is created once, even while Stripe’s lists lag behind', async () => {
    const { options, keys, payout, back, sandbox, balances } = await setUp()
    const send = createSend(options)
    const giveBack = createSendReturn(options)
    await Promise.all([send({ payout }), send({ payout }), giveBack({ id: back }), giveBack({ id: back })])
    await giveBack({ id: back })
    expect(sandbox.world.all('transfer')).toMatchObject([{ amount: 6_000 }])
    expect(sandbox.world.all('refund')).toMatchObject([{ amount: 4_000 }])
    expect(new Set(keys.map(key => key.join(' ')))).toEqual(
      new Set([`/v1/transfers payout-${payout}-1`, `/v1/refunds return-${back}`]),
    )
    await sandbox.deliver()
    expect(await balances()).toEqual({})
    await giveBack({ id: back })
    expect(sandbox.world.all('refund')).toHaveLength(1)
  })

  test('a Stripe object created a day ago by a crashed process is found again', async () => {
    const { db, options, payout, back, sandbox, aDayLater, stateOf, payment, destination } = await setUp()
    const { world } = sandbox
    const what = { amount: 6_000, currency: 'usd', destination, metadata: { payout } }
    world.transfer({ ...what, transfer_group: `payout-${payout}-1` })
    const refunded = world.refund({ payment_intent: payment, amount: 4_000, metadata: { return: back } })
    aDayLater()
    await createSend(options)({ payout })
    await createSendReturn(options)({ id: back })
    expect([world.all('transfer').length, world.all('refund').length]).toEqual([1, 1])
    expect(await stateOf()).toMatchObject({ state: 'paid', sent: 6_000 })
    expect(await db.selectFrom('returns').select('refund').execute()).toEqual([{ refund: refunded.id }])
  })

  test.each([
    ['it was sent meanwhile', { state: 'paid', sent: 6_000 }],
    ['it came back meanwhile, and is being sent again', { state: 'sending', attempt: 2 }],
    ['it went back into the bounty meanwhile', { state: 'withdrawn' }],
  ] as const)('a rejected transfer changes nothing when %s', async (_, meanwhile) => {
    const { db, options, payout, refuseAfter, stateOf, balances } = await setUp()
    refuseAfter(() => db.updateTable('payouts').set(meanwhile).where('id', '=', payout).execute())
    const before = await balances()
    expect(await createSend(options)({ payout })).toEqual({ kind: 'refused', problem: 'No.' })
    expect(await stateOf()).toEqual({ attempt: 1, sent: 0, ...meanwhile })
    expect(await balances()).toEqual(before)
  })

  test('a rejected request uses a new idempotency key on retry', async () => {
    const { options, payout, refuseAfter, stateOf, keys } = await setUp()
    refuseAfter(async () => {})
    await createSend(options)({ payout })
    expect(await stateOf()).toMatchObject({ state: 'due', attempt: 2 })
    await createSend(options)({ payout })
    expect(keys.map(([, key]) => key)).toEqual([`payout-${payout}-1`, `payout-${payout}-2`])
  })

  test('a rejected transfer returns to the bounty if its reporter deleted their account meanwhile', async () => {
    const { db, options, payout, refuseAfter, stateOf, balances } = await setUp()
    refuseAfter(() => db.updateTable('payouts').set({ reporter: null }).where('id', '=', payout).execute())
    await createSend(options)({ payout })
    expect(await stateOf()).toMatchObject({ state: 'withdrawn', sent: 0 })
    expect(await balances()).toEqual({ stripe: 10_000, [fund]: -10_000 })
  })

  test.each(['refunded', 'to-pool'] as const)('a refund is no longer sent once its money is %s', async state => {
    const { db, options, back, keys, sandbox } = await setUp()
    await db.updateTable('returns').set({ state }).execute()
    expect(await createSendReturn(options)({ id: back })).toEqual({ kind: 'settled' })
    expect(keys).toEqual([])
    expect(sandbox.world.all('refund')).toEqual([])
  })

  test('a checkout uses the contribution id as its key', async () => {
    const { options, keys } = await setUp()
    const giver = { key: 'visitor:ada', signedIn: false } as const
    const words = { giver, name: null, message: null, locale: 'en', title: 'x' } as const
    const ways = { success: 'http://localhost:5000/', cancel: 'http://localhost:5000/' }
    const begun = { fund, money: { amount: 2_000, currency: 'usd' }, ...words, ...ways }
    const { id } = await beginContribution(options.db, options.stripe, begun, options.now())
    expect(keys).toEqual([['/v1/checkout/sessions', id]])
  })
})
