import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type DeskTables, siteMigrations, startDesk } from '../money-desk/testing/index.ts'
import type { AwardsPageModel } from './model.ts'
import type { Payout } from './tables.ts'
import { keepRows } from './testing/index.ts'

const path = '/dashboard/awards'

describeStore<DeskTables>('the page of awards', siteMigrations, open => {
  const setUp = async (payouts: Partial<Payout>[] = [{}], settings: Record<string, string> = {}) => {
    const db = await open()
    const desk = await startDesk(db, settings)
    const rita = desk.person('rita@example.org')
    const { cookie } = rita
    const reporter = `user:${rita.id}`
    await keepRows(db as never, { payouts: payouts.map(payout => ({ reporter, ...payout })) })
    const page = async (query = '') => {
      const answer = await desk.request(path + query, { headers: { accept: 'text/html', cookie } })
      const shown = (await answer.json()) as { model: AwardsPageModel; head: object; page: string }
      return { answer, ...shown }
    }
    const form = (to: string, fields: Record<string, string>) =>
      desk.send(to, fields, { cookie, 'accept-language': 'de' })
    const payee = () => db.selectFrom('payees').selectAll().executeTakeFirst()
    return { db, ...desk, rita, page, form, payee }
  }

  test('the awards page shows a reporter’s awards, newest first, uncached', async () => {
    const { page, db, report, rita } = await setUp([])
    const own = { reporter: `user:${rita.id}`, report: await report(rita) }
    const later = { ...own, id: 'later', awarded_at: 86_400_000 }
    await keepRows(db as never, {
      payouts: [
        { ...own, id: 'due' },
        { ...later, state: 'stopped', doi: '10.1000/y', amount: 1_050 },
        { ...own, id: 'sending', state: 'sending', awarded_at: 900 },
        { ...own, id: 'withdrawn', state: 'withdrawn', awarded_at: 800 },
        { ...own, id: 'of-otto', reporter: 'user:otto' },
      ],
    })
    const { answer, model, head } = await page()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(head).toMatchObject({ title: 'Your awards · Corroborate', meta: [{ name: 'robots', content: 'noindex' }] })
    expect(model.awards.map(({ id, isDue }) => [id, isDue])).toEqual([
      ['later', true],
      ['due', true],
      ['sending', false],
      ['withdrawn', false],
    ])
    expect(model.awards[0]).toEqual({
      id: 'later',
      title: 'Title of 10.1000/y',
      paper: '/10.1000/y',
      report: `/10.1000/y/audit/${own.report}`,
      amount: '$10.50',
      day: '2 January 1970',
      standing: expect.stringContaining('The payment was returned'),
      isDue: true,
    })
    expect(model).toMatchObject({ way: null, isReady: false, bankProblem: null, details: '' })
    expect(model).toMatchObject({ hasConnect: true, isSandbox: true, notice: null, problem: null })
  })

  test('the awards page shows the payout method and its problems', async () => {
    const { page, db, rita } = await setUp()
    const payee = { account: `user:${rita.id}`, details: 'Rita, DE02', bank_problem: 'Closed.' }
    await keepRows(db as never, { payees: [payee] })
    expect((await page()).model).toMatchObject({
      way: 'stripe',
      isReady: true,
      bankProblem: 'Closed.',
      details: 'Rita, DE02',
    })
  })

  test.each([
    ['?stripe=back', 'Stripe is verifying your details.'],
    ['?stripe=again', 'That link has expired.'],
    ['?done=saved', 'Payout method saved'],
    ['?done=declined', 'The money is back in the bounty.'],
  ])('the awards page confirms an action: %s', async (query, notice) => {
    const { page } = await setUp()
    expect((await page(query)).model.notice).toContain(notice)
  })

  test('the awards page ignores unknown notices', async () => {
    const { page } = await setUp()
    expect((await page('?done=nonsense')).model.notice).toBeNull()
  })

  test('the awards page asks visitors to log in, and returns 401 to API clients', async () => {
    const { request } = await setUp()
    const answer = await request(path, { headers: { accept: 'text/html' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/login\?.*dashboard%2Fawards/),
    ])
    expect((await request(path)).status).toBe(401)
  })

  test('manual payout details are saved by form and by API', async () => {
    const { form, payee, post, rita } = await setUp()
    const answer = await form(path, { details: '  Rita,\r\n DE02 ' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=saved`])
    expect(await payee()).toMatchObject({ way: 'hand', details: expect.stringMatching(/^Rita,\s+DE02$/), locale: 'de' })
    const byProgram = await post(path, { details: 'x'.repeat(1_000) }, rita)
    expect([byProgram.status, await byProgram.json()]).toEqual([200, { way: 'hand' }])
  })

  test.each([
    ['a form of a program', { accept: 'application/json' }, 'form'],
    ['a program that takes pages', { accept: 'text/html' }, 'json'],
  ] as const)('%s gets a JSON response', async (_, { accept }, kind) => {
    const { send, request, rita } = await setUp([{ id: 'a' }])
    const headers = { cookie: rita.cookie, accept }
    const ask = async (to: string, fields: Record<string, string>) => {
      const body = JSON.stringify(fields)
      const type = { 'content-type': 'application/json', 'content-length': String(body.length) }
      const answer =
        kind === 'form'
          ? await send(to, fields, headers)
          : await request(to, { method: 'POST', body, headers: { ...headers, ...type } })
      return answer.json()
    }
    expect(await ask(path, { details: 'Rita, DE02' })).toEqual({ way: 'hand' })
    expect(await ask(`${path}/stripe`, {})).toEqual({ url: expect.stringContaining('/sandbox/onboarding/') })
    expect(await ask(`${path}/a/decline`, {})).toEqual({ status: 'declined' })
  })

  test('empty or overlong payout details are rejected', async () => {
    const { form, payee, post, rita } = await setUp()
    const answer = await form(path, { details: ' ' })
    const { model } = (await answer.json()) as { model: AwardsPageModel }
    expect([answer.status, model.problem, model.notice]).toEqual([
      400,
      expect.stringContaining('Enter the payment details'),
      null,
    ])
    const byProgram = await post(path, { details: ' ' }, rita)
    expect([byProgram.status, await byProgram.json()]).toMatchObject([
      400,
      { error: expect.stringContaining('Enter the payment details') },
    ])
    expect((await post(path, { details: 'x'.repeat(1_001) }, rita)).status).toBe(400)
    expect(await payee()).toBeUndefined()
  })

  test.each([path, `${path}/stripe`])('payout details of a person without awards are not stored: %s', async to => {
    const { post, rita, payee } = await setUp([])
    const refused = await post(to, { details: 'Rita, DE02' }, rita)
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('no awards yet')])
    expect(await payee()).toBeUndefined()
  })

  test('onboarding leads to Stripe and back, with the same account each time', async () => {
    const { form, post, rita, payee, sandbox } = await setUp()
    const answer = await form(`${path}/stripe`, {})
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/sandbox/onboarding/acct_'),
    ])
    const kept = await payee()
    expect(kept).toMatchObject({ way: 'stripe', locale: 'de', ready: 0, details: null })
    const [account] = sandbox.world.all('account')
    expect(account).toMatchObject({
      id: kept?.stripe_account,
      email: 'rita@example.org',
      metadata: { payee: kept?.id },
      return_url: `http://localhost:5000${path}?stripe=back`,
    })
    expect((await (await post(`${path}/stripe`, {}, rita)).json()) as object).toEqual({
      url: answer.headers.get('location'),
    })
    expect(sandbox.world.all('account')).toHaveLength(1)
  })

  test('onboarding is disabled where Stripe is not used', async () => {
    const { post, rita, payee, page, jobs, db } = await setUp([{}], { NODE_ENV: 'production', LIMITS_SCALE: '1' })
    const refused = await post(`${path}/stripe`, {}, rita)
    expect([refused.status, await refused.text()]).toEqual([
      404,
      expect.stringContaining('Stripe payouts are not available'),
    ])
    expect(await payee()).toBeUndefined()
    expect((await page()).model).toMatchObject({ hasConnect: false, isSandbox: false })
    // The account could be paid at Stripe if the site supported it.
    await keepRows(db as never, { payees: [{ account: `user:${rita.id}` }] })
    await jobs['payouts.send']?.({ payout: 'payout-1' }, {} as never)
    expect(await db.selectFrom('payouts').select('state').execute()).toEqual([{ state: 'due' }])
  })

  test.each([
    ['names the sandbox where no money moves', {}, true],
    ['names no sandbox where money moves', { NODE_ENV: 'production', LIMITS_SCALE: '1' }, false],
  ] as const)('emails to reporters %s', async (_, settings, named) => {
    const { jobs, mails, report, rita, db } = await setUp([{}], settings)
    await db
      .updateTable('payouts')
      .set({ report: await report(rita) })
      .execute()
    const way = { id: 'job-1', signal: AbortSignal.timeout(9_000) } as never
    await jobs['payouts.mail']?.({ payout: 'payout-1', about: 'paid' }, way)
    expect(mails.map(({ text }) => text.includes('Sent by a sandbox'))).toEqual([named])
  })

  test('an award is declined by form and by API, and one in transit is not', async () => {
    const { form, post, rita } = await setUp([{ id: 'a' }, { id: 'b' }, { id: 'c', state: 'sending' }])
    const answer = await form(`${path}/a/decline`, {})
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=declined`])
    expect(await (await post(`${path}/b/decline`, {}, rita)).json()).toEqual({ status: 'declined' })
    const late = await post(`${path}/c/decline`, {}, rita)
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('is being paid')])
    const unknown = await post(`${path}/nobody/decline`, {}, rita)
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('Award not found')])
  })
})
