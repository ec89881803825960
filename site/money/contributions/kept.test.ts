import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ModerationTables } from '../../readers/moderation/index.ts'
import type { LedgerTables } from '../ledger/store.ts'
import {
  exportContributions,
  forgetGiver,
  moderatedContributions,
  moveContributions,
  myContributions,
} from './feature.ts'
import { contributePage, newForm, poolPage, readShownFund } from './fund-pages.ts'
import { createMailJob, mailWords } from './mail-job.ts'
import { type ContributionTables, findContribution, noteSession } from './store.ts'
import { keepContributions } from './testing/index.ts'

type Tables = ContributionTables & LedgerTables & OutboxTables & ModerationTables
const ada = { id: 'ada', key: 'user:ada' }
const fund = 'bounty:10.1000/x'
const day = 24 * 60 * 60_000

describeStore<Tables>('contributions', siteMigrations, open => {
  const setUp = async (...gifts: Parameters<typeof keepContributions>[1][]) => {
    const db = await open()
    await keepContributions(db as never, ...gifts)
    return db
  }

  test.each([
    ['processing', {}, 'Processing at your bank'],
    ['failed', {}, 'Payment failed'],
    ['paid', {}, null],
    ['paid', { refunded: 10_000, disputed: 1 }, 'Paid back'],
    ['paid', { refunded: 1, disputed: 1 }, 'Partly refunded'],
    ['paid', { disputed: 1 }, 'Disputed through your bank'],
  ] as const)('contributions that are %s %j appear on the dashboard as %j', async (state, change, standing) => {
    const db = await setUp({ state, ...change })
    expect(await myContributions.reader(db as never)(ada, 10)).toMatchObject([{ standing }])
  })

  test('the dashboard lists paid or requested contributions, newest first, without merely started ones', async () => {
    const none = { paid_amount: 0, paid_currency: null, paid_at: null } as const
    const db = await setUp(
      { id: 'a', begun_at: 1, paid_at: 5 },
      { id: 'b', begun_at: 2, fund: 'pool', paid_amount: 900, paid_currency: 'eur', paid_at: 6 },
      { id: 'c', begun_at: 3, state: 'processing', amount: 2_500, ...none },
      { id: 'd', begun_at: 4, state: 'open', ...none },
      { id: 'e', begun_at: 4, state: 'expired', ...none },
      { id: 'f', begun_at: 4, giver: 'user:ben' },
    )
    const read = myContributions.reader(db as never)
    expect(await read(ada, 10)).toEqual([
      {
        doi: '10.1000/x',
        words: 'You gave $25 to its bounty',
        path: '/10.1000/x',
        standing: 'Processing at your bank',
        at: 3,
      },
      { doi: null, title: 'The pool', words: 'You gave €9', path: '/pool', standing: null, at: 6 },
      { doi: '10.1000/x', words: 'You gave $100 to its bounty', path: '/10.1000/x', standing: null, at: 5 },
    ])
    expect(await read(ada, 1)).toHaveLength(1)
  })

  test('the data export contains complete contributions', async () => {
    const texts = { name: 'Ada', message: 'Do it.', public_at: 3_000 }
    const db = await setUp(
      { id: 'b', begun_at: 2_000, fund: 'pool', state: 'open', paid_amount: 0, paid_currency: null, paid_at: null },
      { id: 'a', begun_at: 1_000, refunded: 700, paid_at: 2_000, ...texts },
      { id: 'c', giver: 'user:ben' },
    )
    const { contributions } = await exportContributions(db as never, ada)
    expect(contributions).toEqual([
      {
        for: '10.1000/x',
        begun: '1970-01-01T00:00:01.000Z',
        asked: { amount: '100.00', currency: 'usd' },
        paid: { amount: '100.00', currency: 'usd' },
        paid_at: '1970-01-01T00:00:02.000Z',
        paid_back: '7.00',
        status: 'paid',
        name: 'Ada',
        message: 'Do it.',
        public_since: '1970-01-01T00:00:03.000Z',
        email: 'ada@example.org',
        locale: 'en',
        session: 'cs_a',
      },
      expect.objectContaining({
        for: 'pool',
        paid: null,
        paid_at: null,
        paid_back: null,
        public_since: null,
        status: 'open',
      }),
    ])
  })

  test('contributions of a browser move to the account, and no others', async () => {
    const db = await setUp({ id: 'a', giver: 'visitor:1' }, { id: 'b', giver: 'visitor:2' })
    const move = (key: string) => moveContributions(db as never, { key } as never, ada as never)
    await move('visitor:nobody')
    await move('visitor:1')
    const givers = db.selectFrom('contributions').select('giver').orderBy('id')
    expect(await givers.execute()).toEqual([{ giver: 'user:ada' }, { giver: 'visitor:2' }])
  })

  test.each([
    [null, ['c']],
    [1_000, ['b', 'c']],
    [999, ['a', 'b', 'c']],
  ])('contributions of a deleted account are anonymized up to %j', async (upTo, named) => {
    const texts = { name: 'Ada', message: 'Do it.', public_at: 1 }
    const db = await setUp(
      { id: 'a', begun_at: 1_000, ...texts },
      { id: 'b', begun_at: 1_001, ...texts },
      { id: 'c', giver: 'user:ben', ...texts },
    )
    await db.transaction().execute(tx => forgetGiver(tx as never, { key: ada.key, upTo }))
    const all = await db.selectFrom('contributions').selectAll().orderBy('id').execute()
    for (const row of all) {
      const nobody = { giver: null, name: null, message: null, email: null, public_at: null }
      expect(row).toMatchObject(named.includes(row.id) ? texts : nobody)
    }
  })

  test('moderators see a contribution’s text and amount', async () => {
    const db = await setUp(
      { id: 'a', name: 'Ada', message: 'Do it.' },
      { id: 'b', paid_currency: null, paid_at: null, state: 'open' },
      { id: 'c' },
    )
    const read = await moderatedContributions.read(db as never, ['a', 'b'])
    expect([...read.keys()].toSorted()).toEqual(['a', 'b'])
    expect(read.get('a')).toMatchObject({
      author: 'Ada',
      authorIsChecked: false,
      facts: [{ label: 'Contributed', value: '$100' }],
    })
    expect(JSON.stringify(read.get('a')?.paragraphs)).toContain('Do it.')
    expect(read.get('b')).toMatchObject({ author: 'Unnamed', authorIsChecked: true, facts: [] })
    const settle = (to: string) =>
      db.transaction().execute(tx => moderatedContributions.settle(tx as never, { id: 'a', to, at: 7 } as never))
    const seen = async () => (await findContribution(db as never, 'a'))?.public_at
    await settle('approved')
    expect(await seen()).toBe(7)
    await settle('rejected')
    expect(await seen()).toBeNull()
  })

  test('a fund’s contributions are shown with total, number of people, and names, newest first', async () => {
    const many = Array.from({ length: 6 }, (_, n) => ({
      id: `n${n}`,
      giver: 'user:eve',
      name: `Eve ${n}`,
      public_at: 1,
      paid_at: n * day,
    }))
    const db = await setUp(
      ...many,
      { id: 'a', giver: 'user:ada', name: 'Ada' },
      { id: 'back', giver: 'user:ben', refunded: 6_000, disputed: 4_000 },
      { id: 'in-part', giver: 'user:kit', refunded: 6_000, disputed: 3_999 },
      { id: 'nobody-1', giver: null },
      { id: 'nobody-2', giver: null },
      { id: 'euro', giver: 'user:ada', paid_amount: 900, paid_currency: 'eur' },
      { id: 'elsewhere', giver: 'user:pat', fund: 'pool', public_at: 1, paid_amount: 900, paid_currency: 'eur' },
      { id: 'open', giver: 'user:zoe', state: 'open', paid_currency: null, paid_at: null },
    )
    const shown = await readShownFund(db as never, fund, 'usd')
    expect(shown).toMatchObject({ people: 5, currency: 'usd', totalText: '$1,100 + €9' })
    expect(shown.total).toHaveLength(2)
    expect(shown.shown.map(({ name }) => name)).toEqual(['Eve 5', 'Eve 4', 'Eve 3', 'Eve 2', 'Eve 1'])
    expect(shown.shown[0]).toEqual({ name: 'Eve 5', message: null, text: '$100', day: '6 January 1970' })
    expect((await readShownFund(db as never, 'pool', 'usd')).shown).toMatchObject([{ text: '€9' }])
    expect(await readShownFund(db as never, 'bounty:10.1000/empty', 'eur')).toMatchObject({
      total: [],
      totalText: '€0',
      people: 0,
      shown: [],
    })
  })

  test('a contribution keeps its first checkout session', async () => {
    const db = await setUp({ session: null, state: 'begun', paid_currency: null, paid_at: null })
    const kept = () => findContribution(db as never, 'gift-1')
    await noteSession(db as never, 'gift-1', 'cs_1')
    expect(await kept()).toMatchObject({ session: 'cs_1', state: 'open' })
    await db.updateTable('contributions').set({ state: 'processing' }).execute()
    await noteSession(db as never, 'gift-1', 'cs_2')
    expect(await kept()).toMatchObject({ session: 'cs_1', state: 'processing' })
  })

  test.each([
    [
      'of a bounty',
      {},
      { to: 'ada@example.org', text: /bounty of “A Title”[\s\S]*https:\/\/site\.example\/books\?doi=10\.1000%2Fx/ },
    ],
    [
      'of the pool',
      { fund: 'pool' },
      { to: 'ada@example.org', text: /pool[\s\S]*https:\/\/site\.example\/books\?fund=pool/ },
    ],
    ['that nobody can be told of', { email: null }, null],
  ] as const)('a contribution receipt is emailed: one %s', async (_, gift, mail) => {
    const db = await setUp({ ...gift, paid_amount: 900, paid_currency: 'eur' })
    const sent: { to: string; text: string; subject: string; id: string }[] = []
    const write = async (isSandbox: boolean, title: string | null, contribution = 'gift-1') => {
      const mailer = {
        send: async (each: (typeof sent)[number]) => {
          sent.push(each)
          return { kind: 'sent' as const }
        },
      }
      const jobs = createMailJob({
        db: db as never,
        mailer,
        titleOf: async () => title,
        origin: 'https://site.example',
        isSandbox,
      })
      const way = { id: 'job-1', signal: AbortSignal.timeout(9_000) } as never
      await jobs['contributions.mail']({ contribution, about: 'receipt', amount: 900 }, way)
      return sent.at(-1)
    }
    await write(false, 'A Title', 'nobody')
    expect(sent).toEqual([])
    const first = await write(false, 'A Title')
    if (mail === null) return expect(first).toBeUndefined()
    expect(first).toMatchObject({ id: 'contribution-job-1', to: mail.to, text: expect.stringMatching(mail.text) })
    expect(first?.subject).toContain('€9')
    expect(first?.text).not.toMatch(/sandbox|undefined/)
    expect(first?.text).toContain(mailWords.en.rule)
    const second = await write(true, null)
    expect(second?.text).toContain('sandbox')
    if (!('fund' in gift)) expect(second?.text).toContain('10.1000/x”')
  })
})

const settings = {
  stripe: null,
  production: false,
  contributions: { currency: 'usd', suggested: [10, 25, 50], least: 1, most: 10_000 },
} as unknown as Parameters<typeof newForm>[0]

test('a new form suggests amounts with the second selected', () => {
  expect(newForm(settings, '/pool/contribute')).toEqual({
    action: '/pool/contribute',
    rule: '/about#money',
    suggested: [
      { whole: 10, text: '$10' },
      { whole: 25, text: '$25' },
      { whole: 50, text: '$50' },
    ],
    range: '$1 to $10,000',
    isSandbox: true,
    draft: { amount: '25', own: '', name: '', message: '' },
    problem: null,
  })
  const one = { ...settings.contributions, suggested: [10] }
  expect(newForm({ ...settings, contributions: one }, '/')?.draft.amount).toBe('10')
})

test.each([
  ['in production without payments', { production: true }, null],
  ['in production with payments', { production: true, stripe: {} }, false],
  ['elsewhere with payments', { stripe: {} }, false],
  ['elsewhere without them', {}, true],
] as const)('contributing is available %j', (_, change, isSandbox) =>
  expect(newForm({ ...settings, ...(change as object) }, '/')?.isSandbox ?? null).toBe(isSandbox),
)

test('the bounty page names its paper and has its own URL', () => {
  const paper = { doi: '10.1000/x', title: 'A Title', href: '/10.1000/x' }
  const form = newForm(settings, '/')
  expect(contributePage.head({ paper, form, about: [] }, 'https://site.example')).toEqual({
    title: 'Contribute to the bounty of A Title · Corroborate',
    canonical: 'https://site.example/10.1000/x/contribute',
    meta: [{ name: 'robots', content: 'noindex' }],
  })
  expect(contributePage.head({ paper, form: null, about: [] }, '').title).toBe('A Title has no bounty · Corroborate')
})

test('the pool page has its own URL', () =>
  expect(poolPage.head({} as never, 'https://site.example')).toMatchObject({
    title: expect.stringContaining('pool'),
    canonical: 'https://site.example/pool',
  }))
