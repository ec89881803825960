import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { features } from '../../app/features.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { type MoneyTables, startMoney } from '../payments/testing/index.ts'
import { signedEvent } from '../stripe-sandbox/index.ts'
import { contributionsFeature } from './feature.ts'

const contribute = '/10.1000/x/contribute'

describeStore<MoneyTables>('a contribution', siteMigrations, open => {
  const setUp = async (settings: Record<string, string> = {}) => {
    const db = await open()
    const money = await startMoney(db, settings)
    const moderator = money.person('mo@example.org', ['moderator'])
    // Signed-out readers may get a page cached for one second.
    const section = async () =>
      (await money.shown('/10.1000/x', { cookie: moderator.cookie })).model.sections.bounty as unknown as {
        total: object[]
        people: number
        shown: object[]
      }
    const decide = async (id: string, action: string) => {
      const body = JSON.stringify({ action })
      const headers = {
        cookie: moderator.cookie,
        'content-type': 'application/json',
        'content-length': String(body.length),
      }
      return (await money.request(`/moderate/contribution/${id}`, { method: 'POST', body, headers })).status
    }
    const idOf = async () => (await db.selectFrom('contributions').select('id').executeTakeFirstOrThrow()).id
    const details = async (session: string) =>
      (await money.request(`/get-session-details?session_id=${session}`)).json()
    return { db, ...money, moderator, section, decide, idOf, details }
  }

  test('a contribution goes through checkout, counts toward the bounty, and sends a receipt', async () => {
    const { pay, section, shown, runJobs, mails, details, request } = await setUp()
    const { session } = await pay(contribute, { amount: '25', own: '', name: '', message: '' })
    expect(await section()).toMatchObject({ total: [{ amount: 2500, currency: 'usd' }], people: 1, shown: [] })
    expect(await details(session)).toEqual({
      status: 'success',
      amount: 25,
      currency: 'usd',
      doi: '10.1000/x',
      total: [{ amount: 2500, currency: 'usd' }],
    })
    const { reader } = await shown(`/10.1000/x?session_id=${session}`)
    expect(reader.notice).toMatch(/^Thank you for your contribution of \$25\. It was added to the bounty/)
    expect((await shown(`/10.1000/y?session_id=${session}`)).reader.notice).toMatch(
      /another contribution: \$25 went to/,
    )
    expect((await shown('/10.1000/y')).reader.notice).toBeNull()
    await runJobs('contributions.mail')
    expect(mails).toMatchObject([{ to: 'ada.secret@example.org', subject: 'Your contribution of US$25' }])
    expect(mails[0]?.text).toMatch(/no money has moved[\s\S]*\/books\?doi=10\.1000%2Fx/)
    expect((await request('/recent', { headers: { accept: 'text/html' } })).status).toBe(200)
  })

  test('a custom amount takes precedence over a suggested one, in JSON too', async () => {
    const { begin, sandbox, request, db } = await setUp()
    const session = await begin(contribute, { amount: '25', own: '12.50' })
    expect(sandbox.world.find('checkout.session', session)).toMatchObject({ amount_total: 1250, currency: 'usd' })
    const body = JSON.stringify({ amount: 40 })
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const answer = await request(contribute, { method: 'POST', body, headers })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { id: expect.any(String), url: expect.stringContaining('/sandbox/checkout/cs_test_') },
    ])
    expect(await db.selectFrom('contributions').select('state').execute()).toEqual([
      { state: 'open' },
      { state: 'open' },
    ])
  })

  test('an invalid contribution is rejected with advice and nothing is stored', async () => {
    const { send, db } = await setUp()
    const wrong: [Record<string, string>, RegExp][] = [
      [{ amount: '0' }, /^A contribution can be from \$1 to \$10,000/],
      [{ amount: '10001' }, /^A contribution can be from/],
      [{ amount: '25', own: '-5' }, /^Enter an amount/],
      [{ amount: 'all' }, /^Enter an amount/],
      [{}, /^Enter an amount/],
      [{ amount: '25', name: 'x'.repeat(121) }, /^A name has at most/],
      [{ amount: '25', message: 'x'.repeat(501) }, /^A message has at most/],
    ]
    for (const [fields, problem] of wrong) {
      const answer = await send(contribute, fields)
      const { page, model } = (await answer.json()) as {
        page: string
        model: { form: { problem: string; draft: object } }
      }
      expect([answer.status, page, model.form.problem]).toEqual([400, 'contribute', expect.stringMatching(problem)])
      expect(model.form.draft).toMatchObject(fields)
      expect((await send('/pool/contribute', fields)).status).toBe(400)
    }
    expect(await db.selectFrom('contributions').selectAll().execute()).toEqual([])
  })

  test('a contribution is limited to the configured currency and range', async () => {
    const { begin, send, sandbox } = await setUp({
      CONTRIBUTION_CURRENCY: 'JPY',
      CONTRIBUTION_AMOUNTS: '1000,5000',
      CONTRIBUTION_LEAST: '500',
      CONTRIBUTION_MOST: '50000',
    })
    const session = await begin('/pool/contribute', { amount: '1000' })
    expect(sandbox.world.find('checkout.session', session)).toMatchObject({ amount_total: 1000, currency: 'jpy' })
    expect((await send('/pool/contribute', { amount: '100' })).status).toBe(400)
  })

  test('a contribution in another currency is shown as such in totals, ledger and emails', async () => {
    const { begin, sandbox, webhook, provider, section, request, runJobs, mails, pay } = await setUp()
    sandbox.world.deliverAfter(null)
    for (const [currency, amount_total, language] of [
      ['eur', 1_250, 'de'],
      ['jpy', 3_000, 'es'],
      ['kwd', 12_340, 'de'],
    ] as const) {
      const session = await begin(contribute, { amount: '25' }, { 'accept-language': language })
      sandbox.world.pay(session, `${currency}@example.org`)
      const told = sandbox.world.events().find(({ type }) => type === 'checkout.session.completed')
      if (told === undefined) throw new Error('no event')
      const object = { ...(told.data as { object: object }).object, currency, amount_total }
      const { body, signature } = signedEvent({ ...told, data: { object } }, sandbox.webhookSecret, provider.clock.now)
      expect((await webhook(body, signature)).status).toBe(200)
    }
    sandbox.world.deliverAfter(0)
    await pay(contribute, { amount: '25' })
    expect(await section()).toMatchObject({
      currency: 'usd',
      people: 4,
      total: [
        { amount: 1_250, currency: 'eur' },
        { amount: 3_000, currency: 'jpy' },
        { amount: 12_340, currency: 'kwd' },
        { amount: 2_500, currency: 'usd' },
      ],
    })
    const csv = (await (await request('/books.csv?doi=10.1000/x')).text()).split('\r\n').slice(1, -1)
    expect(csv.map(line => line.split(',').slice(3, 5).join(' ')).toSorted()).toEqual(
      ['12.340 kwd', '12.50 eur', '25.00 usd', '3000 jpy'].toSorted(),
    )
    await runJobs('contributions.mail')
    const subjects = mails.map(({ subject }) => subject.replaceAll(/[\u00a0\u202f]/g, ' ')).toSorted()
    expect(subjects).toEqual(
      [
        'Ihr Beitrag von 12,340 KWD',
        'Ihr Beitrag von 12,50 €',
        'Tu aportación de 3000 JPY',
        'Your contribution of US$25',
      ].toSorted(),
    )
  })

  test('a contribution to the pool gets the thank-you text of its page', async () => {
    const { pay, begin, shown } = await setUp()
    const { session } = await pay('/pool/contribute', { amount: '50' })
    const page = await shown(`/pool?session_id=${session}`)
    expect([page.page, page.model.thanks]).toEqual(['pool', { text: 'Thank you for your contribution of $50' }])
    const open = await begin('/pool/contribute', { amount: '50' })
    expect((await shown(`/pool?session_id=${open}`)).model.thanks).toBeNull()
    expect((await shown('/pool')).model).toMatchObject({ thanks: null, total: [{ amount: 5000 }], people: 1 })
  })

  test('a contributor’s name and message are shown only if given and approved', async () => {
    const { pay, section, decide, idOf, request } = await setUp()
    await pay(contribute, { amount: '25', name: 'Ada Lovelace', message: 'Do it <b>well</b>.' })
    expect(await section()).toMatchObject({ people: 1, shown: [] })
    expect(await decide(await idOf(), 'approve')).toBe(200)
    expect((await section()).shown).toMatchObject([
      { name: 'Ada Lovelace', message: 'Do it <b>well</b>.', text: '$25' },
    ])
    const texts = await Promise.all(
      ['/books', '/books.csv', '/books.json', '/10.1000/x', '/pool'].map(async path =>
        (await request(path, { headers: { accept: 'text/html' } })).text(),
      ),
    )
    expect(texts.join()).not.toContain('ada.secret')
    expect(texts[1]).toContain('Ada Lovelace')
    expect(await decide(await idOf(), 'undo')).toBe(200)
    expect((await section()).shown).toEqual([])
    expect(await (await request('/books.csv')).text()).not.toContain('Lovelace')
  })

  test.each([
    [{ name: 'Ada' }, 403],
    [{ message: 'Buy my watches' }, 403],
    [{}, 303],
  ])('a blocked person’s contribution cannot carry a name or message: %o', async (words, status) => {
    const { db, send, person } = await setUp()
    const ada = person('ada@example.org')
    const block = { writer: `user:${ada.id}`, kind: 'comment', item: 'x', moderator: null, at: 1 } as const
    await db.insertInto('blocked_writers').values(block).execute()
    expect((await send(contribute, { amount: '25', ...words }, { cookie: ada.cookie })).status).toBe(status)
    expect(await db.selectFrom('contributions').select('id').execute()).toHaveLength(status === 303 ? 1 : 0)
  })

  test('an unpaid contribution is not queued for moderation', async () => {
    const { begin, db } = await setUp()
    await begin(contribute, { amount: '25', name: 'Buy my watches' })
    expect(await db.selectFrom('moderation_items').selectAll().execute()).toEqual([])
  })

  test('a contribution moves to the account, and stays anonymously in the ledger after deletion', async () => {
    const { db, send, sandbox, person, request } = await setUp()
    const ada = person('ada@example.org')
    const headers = { cookie: ada.cookie }
    const answer = await send(contribute, { amount: '25', name: 'Ada Lovelace', message: 'Hello' }, headers)
    const session = new URL(answer.headers.get('location') ?? '').pathname.split('/').at(-1) ?? ''
    sandbox.world.pay(session, 'ada.secret@example.org')
    await sandbox.deliver()
    const account = { id: ada.id, key: accountKey(ada.id) }
    const parts = await Promise.all(features.map(async ({ mine }) => (await mine?.reader(db)(account, 10)) ?? []))
    expect(parts.flat()).toMatchObject([{ doi: '10.1000/x', words: 'You gave $25 to its bounty', standing: null }])
    const exported = Object.assign({}, ...(await Promise.all(features.map(({ exportOf }) => exportOf?.(db, account)))))
    expect(exported.contributions).toMatchObject([
      { for: '10.1000/x', name: 'Ada Lovelace', email: 'ada.secret@example.org' },
    ])
    await db.transaction().execute(tx => deleteAccount(features, tx, { ...account, upTo: null, at: 1 }))
    const kept = JSON.stringify(await db.selectFrom('contributions').selectAll().execute())
    expect(kept).not.toMatch(/Lovelace|secret|Hello|user:/)
    expect(await (await request('/books.json')).json()).toMatchObject({
      lines: [{ kind: 'payment', amount: '25.00', name: null }],
    })
  })

  test('contributions to the pool are on the dashboard, and two by one person count one contributor', async () => {
    const { begin, sandbox, person, shown, pay } = await setUp()
    const { cookie } = person('ada@example.org')
    for (const amount of ['50', '10']) sandbox.world.pay(await begin('/pool/contribute', { amount }, { cookie }), null)
    await sandbox.deliver()
    const item = { title: 'The pool', path: '/pool' }
    expect((await shown('/dashboard', { cookie })).model.parts).toMatchObject([
      {
        title: 'Your contributions',
        items: expect.arrayContaining([expect.objectContaining({ ...item, words: 'You gave $50' })]),
      },
    ])
    await pay('/pool/contribute', { amount: '5' })
    expect((await shown('/pool', { cookie })).model).toMatchObject({ people: 2, total: [{ amount: 6_500 }] })
  })

  test('contributions are rate limited per IP address, keeping the form input and storing nothing', async () => {
    const { send, db } = await setUp({ LIMITS_SCALE: '1' })
    const { contribute: limit } = contributionsFeature.limits
    for (let n = 0; n < limit.points; n++) expect((await send(contribute, { amount: '25' })).status).toBe(303)
    const refused = await send('/pool/contribute', { own: '12.50', name: 'Ada' })
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy(n => n > 0)])
    expect(await refused.json()).toMatchObject({ model: { form: { draft: { own: '12.50', name: 'Ada' } } } })
    expect(await db.selectFrom('contributions').select('id').execute()).toHaveLength(limit.points)
  })

  test('a contribution for an editorial notice is rejected with its papers', async () => {
    const { send, shown, db } = await setUp()
    const notice = '/10.1000/notice/contribute'
    const about = [{ title: 'Title of 10.1000/original', href: '/10.1000/original/contribute' }]
    expect((await shown(notice)).model).toMatchObject({ form: null, about })
    const refused = await send(notice, { amount: '25' })
    expect([refused.status, await refused.json()]).toMatchObject([409, { model: { form: null, about } }])
    const byProgram = await send(notice, { amount: '25' }, { accept: 'application/json' })
    expect([byProgram.status, await byProgram.text()]).toEqual([409, expect.stringContaining('/10.1000/original')])
    expect(await db.selectFrom('contributions').select('id').execute()).toEqual([])
  })

  test('contributing is rejected where payments are not configured', async () => {
    const { send, shown } = await setUp({ NODE_ENV: 'production', LIMITS_SCALE: '1' })
    expect((await shown('/10.1000/x')).model.sections.bounty).toMatchObject({
      form: null,
      books: '/books?doi=10.1000%2Fx',
    })
    expect((await send(contribute, { amount: '25' })).status).toBe(404)
  })
})
