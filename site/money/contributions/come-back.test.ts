import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type MoneyTables, startMoney } from '../payments/testing/index.ts'

const contribute = '/10.1000/x/contribute'

describeStore<MoneyTables>('a payment that somebody comes back from', siteMigrations, open => {
  const setUp = async () => {
    const money = await startMoney(await open())
    const details = async (session: string) =>
      (await money.request(`/get-session-details?session_id=${session}`)).json()
    return { ...money, details }
  }

  test('a canceled, unpaid or pending payment explains where the money is', async () => {
    const { begin, shown, sandbox, details } = await setUp()
    expect((await shown('/10.1000/x?contribution=cancelled')).reader.notice).toBe(
      'Checkout canceled. No money has moved.',
    )
    const session = await begin(contribute, { amount: '25' })
    expect((await shown(`/10.1000/x?session_id=${session}`)).reader.notice).toMatch(
      /We’re waiting for confirmation of \$25 .* if not, no money/,
    )
    expect(await details(session)).toMatchObject({ status: 'open', total: null })
    // Paid at Stripe, but the webhook has not arrived: shown, not booked.
    sandbox.world.deliverAfter(null)
    sandbox.world.pay(session, null)
    expect(await details(session)).toMatchObject({ status: 'success', amount: 25, total: [{ amount: 2500 }] })
  })

  test('an abandoned, refunded or disputed payment is explained to a returning contributor', async () => {
    const { begin, pay, shown, sandbox, details } = await setUp()
    const told = async (session: string) => (await shown(`/10.1000/x?session_id=${session}`)).reader.notice
    const left = await begin(contribute, { amount: '10' })
    sandbox.world.expire(left)
    const { session, payment } = await pay(contribute, { amount: '25' })
    sandbox.world.refund({ payment_intent: payment, amount: 500 })
    const other = await pay(contribute, { amount: '50' })
    sandbox.world.dispute(other.payment)
    await sandbox.deliver()
    expect(await told(left)).toBe('The checkout for $10 was abandoned. No money has moved.')
    expect(await details(left)).toMatchObject({ status: 'expired', total: null })
    expect(await told(session)).toMatch(/^Thank you .* \$5 of it was refunded\.$/)
    expect(await told(other.session)).toMatch(/^This contribution of \$50 is disputed/)
    sandbox.world.refund({ payment_intent: payment })
    await sandbox.deliver()
    expect(await told(session)).toBe('This contribution of $25 was refunded in full.')
  })

  test('only the contributor is thanked, not others with the URL', async () => {
    const { begin, shown, sandbox, request, person } = await setUp()
    const giver = { cookie: `visitor=${'g'.repeat(22)}` }
    for (const [form, page] of [
      [contribute, '/10.1000/x'],
      ['/pool/contribute', '/pool'],
    ] as const) {
      const session = await begin(form, { amount: '25' }, giver)
      sandbox.world.pay(session, 'ada@example.org')
      await sandbox.deliver()
      const address = `${page}?session_id=${session}`
      expect((await shown(address, giver)).reader.notice).toMatch(/^Thank you/)
      for (const headers of [
        {},
        { cookie: `visitor=${'o'.repeat(22)}` },
        { cookie: person('eve@example.org').cookie },
      ]) {
        const answer = await request(address, { headers })
        expect([answer.status, answer.headers.get('location')]).toEqual([303, page])
      }
    }
  })

  test('a signed-in contributor is thanked on the paper’s and the pool’s page', async () => {
    const { begin, shown, sandbox, request, person } = await setUp()
    const giver = { cookie: person('ada@example.org').cookie }
    for (const [form, page] of [
      [contribute, '/10.1000/x'],
      ['/pool/contribute', '/pool'],
    ] as const) {
      const session = await begin(form, { amount: '25' }, giver)
      sandbox.world.pay(session, 'ada@example.org')
      await sandbox.deliver()
      const address = `${page}?session_id=${session}`
      expect((await shown(address, giver)).reader.notice).toMatch(/^Thank you for your contribution of \$25/)
      const answer = await request(address, { headers: { cookie: person('eve@example.org').cookie } })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, page])
    }
  })

  test('an unknown or unreadable payment session leaves the page intact', async () => {
    const { request, shown } = await setUp()
    const answer = await request('/10.1000/x?keep=this&session_id=cs_test_nobody')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/10.1000/x?keep=this'])
    expect((await shown('/10.1000/x')).reader.notice).toBeNull()
    const answers = await Promise.all(
      ['cs_test_nobody', 'nonsense', '', 'cs_%00'].map(id => request(`/get-session-details?session_id=${id}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400])
  })
})
