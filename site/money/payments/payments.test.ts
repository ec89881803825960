import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { readFund } from '../ledger/store.ts'
import { signedEvent } from '../stripe-sandbox/index.ts'
import { type MoneyTables, startMoney } from './testing/index.ts'

const contribute = '/10.1000/x/contribute'
const bounty = 'bounty:10.1000/x'

describeStore<MoneyTables>('payments', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const money = await startMoney(db)
    const events = () => money.sandbox.world.events()
    const secret = 'whsec_of_somebody_else'
    const inBounty = () => readFund(db as never, bounty)
    return { db, ...money, events, secret, inBounty }
  }
  /** Captures a signed event instead of delivering it. */
  const intercepted = async (money: Awaited<ReturnType<typeof setUp>>) => {
    const sent: { body: string; signature: string; type: string }[] = []
    const { sandbox, begin } = money
    sandbox.world.deliverAfter(0)
    const session = await begin(contribute, { amount: '25' })
    sandbox.world.pay(session, 'ada@example.org')
    const key = money.sandbox.webhookSecret
    for (const event of sandbox.world.events())
      sent.push({ ...signedEvent(event, key, money.provider.clock.now), type: String(event.type) })
    const completed = sent.find(({ type }) => type === 'checkout.session.completed')
    if (completed === undefined) throw new Error('no event')
    return { session, completed }
  }

  test('payments are booked immediately, and fees as soon as they are known', async () => {
    const { pay, entries, runJobs, inBounty } = await setUp()
    await pay(contribute, { amount: '25' })
    expect(await entries()).toEqual([
      { kind: 'payment', amount: 2500, currency: 'usd', debit: 'stripe', credit: bounty },
    ])
    await runJobs('payments.fees')
    expect(await entries()).toMatchObject([
      { kind: 'payment' },
      { kind: 'fee', amount: 103, debit: 'fees', credit: 'stripe' },
    ])
    expect(await inBounty()).toEqual([{ amount: 2500, currency: 'usd' }])
  })

  describe('payments are booked by Stripe only', () => {
    test('an invalid, outdated or missing signature or an altered body books nothing', async () => {
      const money = await setUp()
      const { completed } = await intercepted(money)
      const { body, signature } = completed
      const event = JSON.parse(body)
      const old = signedEvent(event, money.sandbox.webhookSecret, money.provider.clock.now - 600_000)
      const attempts = [
        [
          signedEvent(event, money.secret, money.provider.clock.now).body,
          signedEvent(event, money.secret, money.provider.clock.now).signature,
        ],
        [old.body, old.signature],
        [body, ''],
        [body, 't=1,v1=00'],
        ...['v1=', 'v1=é', 'v1=0', '', 'v0=00', `v1=${'0'.repeat(64)},v1=`].map(
          scheme => [body, `t=${Math.floor(money.provider.clock.now / 1000)},${scheme}`] as const,
        ),
        [body, 'v1='],
        [body, 't=,v1='],
        [body, 't=NaN,v1=00'],
        [body.replace('2500', '9900'), signature],
        ['{}', signature],
        ['', signature],
      ] as const
      for (const [text, by] of attempts) expect((await money.webhook(text, by)).status).toBe(400)
      expect(await money.entries()).toEqual([])
      expect(await money.db.selectFrom('stripe_events').selectAll().execute()).toEqual([])
      const taken = await money.webhook(body, signature)
      expect([taken.status, await taken.json()]).toEqual([200, { received: true }])
      expect(taken.headers.get('cache-control')).toBe('no-store')
      expect(await money.entries()).toHaveLength(1)
    })

    test('no event is accepted where payments are disabled', async () => {
      const db = await open()
      const { webhook, jobs } = await startMoney(db, { NODE_ENV: 'production', LIMITS_SCALE: '1' })
      expect((await webhook('{}', '')).status).toBe(404)
      await jobs['payments.fees']?.({ payment: 'pi_1' }, {} as never)
      expect(Object.keys(jobs)).toContain('payments.fees')
      expect(await db.selectFrom('payments').selectAll().execute()).toEqual([])
    })

    test('reading the success page, repeatedly and on other papers, books nothing', async () => {
      const money = await setUp()
      const { session } = await intercepted(money)
      const paths = [
        `/10.1000/x?session_id=${session}`,
        `/10.1000/other?session_id=${session}`,
        `/get-session-details?session_id=${session}`,
      ]
      await Promise.all(Array.from({ length: 100 }, (_, n) => money.request(paths[n % 3] ?? '')))
      expect(await money.entries()).toEqual([])
    })
  })

  test('fifty concurrent deliveries of an event book a payment once', async () => {
    const money = await setUp()
    const { completed } = await intercepted(money)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => money.webhook(completed.body, completed.signature)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await money.entries()).toHaveLength(1)
    expect(await money.inBounty()).toEqual([{ amount: 2500, currency: 'usd' }])
  })

  test('payments are booked as paid when amount or currency differ from the request', async () => {
    const money = await setUp()
    const { completed } = await intercepted(money)
    const event = JSON.parse(completed.body)
    Object.assign(event.data.object, { amount_total: 300, currency: 'jpy' })
    const { body, signature } = signedEvent(event, money.sandbox.webhookSecret, money.provider.clock.now)
    expect((await money.webhook(body, signature)).status).toBe(200)
    expect(await money.entries()).toMatchObject([{ kind: 'payment', amount: 300, currency: 'jpy' }])
  })

  test('payments of foreign sessions are logged and not booked', async () => {
    const money = await setUp()
    const { completed } = await intercepted(money)
    const event = JSON.parse(completed.body)
    Object.assign(event.data.object, { id: 'cs_test_other', client_reference_id: null, metadata: {} })
    const { body, signature } = signedEvent(event, money.sandbox.webhookSecret, money.provider.clock.now)
    expect((await money.webhook(body, signature)).status).toBe(200)
    expect(await money.entries()).toEqual([])
  })

  test('payments refunded before their event arrived are booked as both', async () => {
    const money = await setUp()
    const { sandbox, begin, entries, inBounty } = money
    const session = await begin(contribute, { amount: '25' })
    sandbox.world.deliverAfter(null)
    sandbox.world.pay(session, 'ada@example.org')
    const payment = String(sandbox.world.find('checkout.session', session).payment_intent)
    sandbox.world.refund({ payment_intent: payment, amount: 1000 })
    const key = money.sandbox.webhookSecret
    for (const event of sandbox.world.events()) {
      const { body, signature } = signedEvent(event, key, money.provider.clock.now)
      expect((await money.webhook(body, signature)).status).toBe(200)
    }
    expect(await entries()).toMatchObject([
      { kind: 'payment', amount: 2500 },
      { kind: 'refund', amount: 1000, debit: bounty, credit: 'stripe' },
    ])
    expect(await inBounty()).toEqual([{ amount: 1500, currency: 'usd' }])
  })

  test('disputed payments are removed and return when won; failed refunds are restored too', async () => {
    const { sandbox, pay, inBounty, entries } = await setUp()
    const { payment } = await pay(contribute, { amount: '25' })
    sandbox.world.dispute(payment)
    await sandbox.deliver()
    expect(await inBounty()).toEqual([])
    const [dispute] = sandbox.world.all('dispute')
    sandbox.world.closeDispute(dispute?.id ?? '', true)
    await sandbox.deliver()
    expect(await inBounty()).toEqual([{ amount: 2500, currency: 'usd' }])
    const refund = sandbox.world.refund({ payment_intent: payment })
    await sandbox.deliver()
    expect(await inBounty()).toEqual([])
    sandbox.world.failRefund(refund.id)
    await sandbox.deliver()
    expect(await inBounty()).toEqual([{ amount: 2500, currency: 'usd' }])
    expect((await entries()).map(({ kind }) => kind).toSorted()).toEqual(
      ['dispute', 'dispute-won', 'fee', 'fee-returned', 'payment', 'refund', 'refund-failed'].toSorted(),
    )
  })

  test('pending bank payments wait for completion, and failed ones move nothing', async () => {
    const { sandbox, begin, entries, inBounty, runJobs, mails, shown } = await setUp()
    const [good, bad] = [await begin(contribute, { amount: '25' }), await begin(contribute, { amount: '50' })]
    for (const session of [good, bad]) sandbox.world.payLater(session, 'ada@example.org')
    await sandbox.deliver()
    expect(await entries()).toEqual([])
    expect((await shown(`/10.1000/x?session_id=${good}`)).reader.notice).toMatch(/Your bank is processing \$25/)
    sandbox.world.settle(good, true)
    sandbox.world.settle(bad, false)
    await sandbox.deliver()
    expect(await inBounty()).toEqual([{ amount: 2500, currency: 'usd' }])
    expect((await shown(`/10.1000/x?session_id=${bad}`)).reader.notice).toMatch(/\$50 .* failed\. No money/)
    await runJobs('contributions.mail')
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your contribution of US$25',
      'Your payment of US$50 did not go through',
    ])
  })
})
