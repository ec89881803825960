import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type MoneyTables, startMoney } from '../payments/testing/index.ts'

const contribute = '/10.1000/x/contribute'
const closed = { NODE_ENV: 'production', LIMITS_SCALE: '1' }

describeStore<MoneyTables>('contributing', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = {}) => {
    const money = await startMoney(await open(), settings)
    const asJson = (path: string, body: object, accept = 'application/json') => {
      const text = JSON.stringify(body)
      const headers = { accept, 'content-type': 'application/json', 'content-length': String(text.length) }
      return money.request(path, { method: 'POST', body: text, headers })
    }
    return { ...money, asJson }
  }

  test('the contribution page names the paper, and its form returns there', async () => {
    const { shown } = await setUp()
    expect(await shown(contribute)).toMatchObject({
      page: 'contribute',
      model: {
        paper: { doi: '10.1000/x', title: '10.1000/x', href: '/10.1000/x' },
        form: { action: contribute, problem: null },
        about: [],
      },
    })
    expect((await shown('/pool')).model).toMatchObject({
      form: { action: '/pool/contribute' },
      books: '/books?fund=pool',
    })
  })

  test.each([
    ['a program', 'application/json', 'json', 200],
    ['a program that takes pages', 'text/html', 'json', 200],
    ['a form of a program', 'application/json', 'form', 200],
    ['a form', 'text/html', 'form', 303],
  ] as const)('a contribution by %s gets a matching response', async (_, accept, kind, status) => {
    const { asJson, send } = await setUp()
    const answer =
      kind === 'json'
        ? await asJson(contribute, { amount: '25' }, accept)
        : await send(contribute, { amount: '25' }, { accept })
    expect(answer.status).toBe(status)
    if (status === 303) return expect(answer.headers.get('location')).toContain('/sandbox/checkout/cs_test_')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      id: expect.any(String),
      url: expect.stringContaining('/sandbox/checkout/cs_test_'),
    })
  })

  test.each([
    ['a program', 'json'],
    ['a form of a program', 'form'],
  ])('an invalid contribution returns an error to %s, and the form again with its input', async (_, kind) => {
    const { asJson, send } = await setUp()
    const refused =
      kind === 'json'
        ? await asJson(contribute, { amount: '0' })
        : await send(contribute, { amount: '0' }, { accept: 'application/json' })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: expect.stringContaining('A contribution can be') },
    ])
    const form = await send('/pool/contribute', { amount: '0', name: 'Ada' })
    expect(await form.json()).toMatchObject({
      page: 'pool',
      model: {
        form: { problem: expect.stringContaining('A contribution can be'), draft: { amount: '0', name: 'Ada' } },
      },
    })
  })

  test('contributing is disabled without payments: no page, form or session', async () => {
    const { request, shown, send, asJson } = await setUp(closed)
    const page = await request(contribute, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining('Contributions are not available yet'),
    ])
    expect((await shown('/pool')).model).toMatchObject({ form: null, thanks: null })
    const sent = await send('/pool/contribute', { amount: '25' })
    expect([sent.status, ((await sent.json()) as { page: string }).page]).toEqual([404, 'error'])
    expect((await asJson(contribute, { amount: '25' })).status).toBe(404)
    expect((await asJson('/10.1000/notice/contribute', { amount: '25' })).status).toBe(404)
    const details = await request('/get-session-details?session_id=cs_test_1')
    expect([details.status, await details.text()]).toEqual([
      404,
      expect.stringContaining('Contributions are not available yet'),
    ])
  })

  test.each([
    ['cs_test_nobody', 404],
    [`cs_${'x'.repeat(250)}`, 404],
    [`cs_${'x'.repeat(251)}`, 400],
    ['cs_', 400],
    ['xcs_1', 400],
    ['cs_1-', 400],
  ])('the session %s returns %i, uncached', async (id, status) => {
    const { request } = await setUp()
    const answer = await request(`/get-session-details?session_id=${id}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })

  test('a contribution to the pool is acknowledged on its page, unless for a paper or refunded', async () => {
    const { pay, shown, sandbox } = await setUp()
    const thanks = async (session: string) => (await shown(`/pool?session_id=${session}`)).model.thanks
    const paid = await pay('/pool/contribute', { amount: '50' })
    expect(await thanks(paid.session)).toEqual({ text: 'Thank you for your contribution of $50' })
    sandbox.world.refund({ payment_intent: paid.payment, amount: 1_000 })
    await sandbox.deliver()
    expect(await thanks(paid.session)).not.toBeNull()
    sandbox.world.refund({ payment_intent: paid.payment })
    await sandbox.deliver()
    expect(await thanks(paid.session)).toBeNull()
    expect(await thanks((await pay(contribute, { amount: '50' })).session)).toBeNull()
  })

  test('a contribution for an editorial notice is rejected: forms show its papers, API clients get links', async () => {
    const { asJson, send } = await setUp()
    const notice = '/10.1000/notice/contribute'
    const shown = await send(notice, { amount: '25' })
    expect([shown.status, ((await shown.json()) as { page: string }).page]).toEqual([409, 'contribute'])
    for (const refused of [
      await asJson(notice, { amount: '25' }, 'text/html'),
      await send(notice, { amount: '25' }, { accept: 'application/json' }),
    ])
      expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('/pool/contribute')])
  })

  test('the checkout names the paper or the pool', async () => {
    const { begin, sandbox } = await setUp()
    for (const path of [contribute, '/pool/contribute']) await begin(path, { amount: '25' })
    const kept = sandbox.world.all('checkout.session').map(each => JSON.stringify(each))
    expect(kept.filter(each => each.includes('Bounty: 10.1000/x'))).toHaveLength(1)
    expect(kept.filter(each => each.includes('The pool for reproductions'))).toHaveLength(1)
  })

  test('an abandoned checkout shows a message on its own page only', async () => {
    const { shown, request, pay, asJson } = await setUp()
    const left = 'Checkout canceled. No money has moved.'
    expect((await shown('/pool?contribution=cancelled')).reader.notice).toBe(left)
    expect((await shown('/recent?contribution=cancelled')).reader.notice).toBeNull()
    expect((await shown('/10.1000/x/contribute?contribution=cancelled')).reader.notice).toBeNull()
    expect((await shown('/10.1000/x?contribution=other')).reader.notice).toBeNull()
    const { session } = await pay(contribute, { amount: '25' })
    // Only page loads are redirected to the URL without the session.
    const posted = await asJson(`/pool?session_id=${session}`, {})
    expect([posted.status, posted.headers.get('location')]).toEqual([405, null])
    expect((await request(`/books?session_id=${session}`)).status).toBe(200)
    expect((await asJson(`/10.1000/x/contribute?session_id=${session}`, { amount: '25' })).status).toBe(200)
  })
})
