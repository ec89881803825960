import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { noIndex } from '../../kit/page/head.ts'
import { accountKey } from '../../kit/people/index.ts'
import {
  type AppTables,
  appUnderTest,
  callerSecret,
  deletedAccount,
  startIdentityProvider,
} from '../../testing/index.ts'
import { dashboardPage } from './dashboard.ts'
import { remembered, sweepNews } from './jobs.ts'
import { writeUnsubscribeToken } from './mail/unsubscribe-token.ts'
import { mailSettingsPage, saveSettings, unsubscribePage } from './mail-settings-page.ts'
import { mostAttempts } from './tell.ts'

const chosen = {
  record: 'now',
  replication: 'off',
  report: 'daily',
  note: 'weekly',
  bounty: 'off',
  locale: 'de',
} as const

const stage = async (db: Kysely<AppTables>, scale = '1000') => {
  const provider = await startIdentityProvider()
  onTestFinished(() => provider.close())
  const { app, origin } = appUnderTest({ db, identity: provider.origin, settings: { LIMITS_SCALE: scale } })
  const send = (path: string, body: string | null, headers: Record<string, string> = {}, method = 'POST') =>
    app.request(origin + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== null && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
      ...(body !== null && { body }),
    })
  const user = provider.addUser('ada@example.org')
  const { token } = provider.signIn(user)
  const ada = { cookie: `corroborate_session=${token}.`, 'sec-fetch-site': 'same-origin' }
  expect((await send('/10.1000/mails/watch', '{}', ada)).status).toBe(200)
  return { send, ada, key: accountKey(user.id) }
}

/** All that these calls can change. */
const kept = async (db: Kysely<AppTables>) => [
  await db.selectFrom('watchers').selectAll().execute(),
  await db.selectFrom('watches').selectAll().execute(),
  await db.selectFrom('news').selectAll().orderBy('about').execute(),
]

const news = (person: string, about: string, more: { due_at?: number | null; told_at?: number | null } = {}) => ({
  ...{ person, about, topic: 'record' as const, mail: null, held_until: 0, attempts: 0 },
  ...{ due_at: 1, told_at: null, ...more },
})

describeStore<AppTables>('what somebody is mailed', siteMigrations, open => {
  test('nothing is stored for a meanwhile deleted account', async () => {
    const db = await open()
    await expect(saveSettings(db as never, deletedAccount, chosen)).rejects.toMatchObject({ status: 401 })
    expect(await kept(db)).toEqual([[], [], []])
  })

  test('unsubscribing needs no session: the link asks, a mail client’s POST acts, repeats are harmless (RFC 8058)', async () => {
    const db = await open()
    const { send, ada, key } = await stage(db)
    await db.insertInto('news').values(news(key, 'waits')).execute()
    const link = `/unsubscribe?${new URLSearchParams({ token: writeUnsubscribeToken([callerSecret], key) })}`
    const before = await kept(db)
    const asked = await send(link, null, { accept: 'text/html' }, 'GET')
    expect([asked.status, await asked.json()]).toMatchObject([200, { page: 'unsubscribe', model: { kind: 'ask' } }])
    expect(await kept(db)).toEqual(before)

    const oneClick = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' }
    const boundary = 'multipart/form-data; boundary=x'
    const sources: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'https://mail.example' },
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'moz-extension://5b1c' },
    ]
    for (const headers of [
      { ...oneClick, 'content-type': boundary },
      ...sources.map(source => ({ ...oneClick, ...source })),
    ])
      expect((await send(link, 'List-Unsubscribe=One-Click', headers)).status).toBe(200)
    const [row] = await db.selectFrom('watchers').selectAll().execute()
    expect(new Set(Object.values(JSON.parse(row?.frequencies ?? '{}')))).toEqual(new Set(['off']))
    expect(await db.selectFrom('news').select('due_at').execute()).toEqual([{ due_at: null }])
    // The watch continues, and notifications can be re-enabled.
    expect(await db.selectFrom('watches').select('person').execute()).toEqual([{ person: key }])
    expect((await send('/dashboard/mails', JSON.stringify(chosen), ada)).status).toBe(200)
  })

  test('the unsubscribe pages confirm the action, explain a truncated link, and are noindex', async () => {
    const db = await open()
    const { send, key } = await stage(db)
    const model = async (token: string, method: string) => {
      const answer = await send(`/unsubscribe?token=${token}`, null, { accept: 'text/html' }, method)
      return ((await answer.json()) as { model: object }).model
    }
    const token = writeUnsubscribeToken([callerSecret], key)
    expect(await model(token, 'POST')).toEqual({ kind: 'done' })
    for (const method of ['GET', 'POST']) expect(await model(token.slice(1), method)).toEqual({ kind: 'unreadable' })
    for (const page of [unsubscribePage, mailSettingsPage, dashboardPage])
      expect(page.head({} as never, 'https://papers.example')).toMatchObject({ meta: noIndex })
  })

  test('unsubscribed topics are not sent, and the rest is', async () => {
    const db = await open()
    const { send, ada, key } = await stage(db)
    const wanted = news(key, 'record')
    await db
      .insertInto('news')
      .values([wanted, { ...news(key, 'replication'), topic: 'replication' }])
      .execute()
    await send('/dashboard/mails', JSON.stringify(chosen), ada)
    expect(await db.selectFrom('news').select(['about', 'due_at']).orderBy('about').execute()).toEqual([
      { about: 'record', due_at: wanted.due_at },
      { about: 'replication', due_at: null },
    ])
  })

  test('a truncated, forged or foreign unsubscribe token changes nothing', async () => {
    const db = await open()
    const { send, key } = await stage(db)
    const before = await kept(db)
    const whole = writeUnsubscribeToken([callerSecret], key)
    const [, signature = ''] = whole.split('.')
    const forged = [
      '',
      whole.slice(0, -1),
      `${Buffer.from('user:other').toString('base64url')}.${signature}`,
      writeUnsubscribeToken(['t'.repeat(43)], key),
      `${whole}\0`,
      'x'.repeat(5_000),
    ]
    for (const token of forged)
      for (const method of ['GET', 'POST'])
        expect((await send(`/unsubscribe?${new URLSearchParams({ token })}`, null, {}, method)).status).toBe(400)
    const gone = writeUnsubscribeToken([callerSecret], 'user:gone')
    expect((await send(`/unsubscribe?token=${gone}`, null)).status).toBe(200)
    expect(await kept(db)).toEqual(before)
  })

  test('unsubscribing is rate limited per IP address', async () => {
    const db = await open()
    // 300 in ten minutes, in small.
    const { send, key } = await stage(db, String(3 / 300))
    const link = `/unsubscribe?${new URLSearchParams({ token: writeUnsubscribeToken([callerSecret], key) })}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(link, null)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  const paths = ['/dashboard/mails', '/dashboard/seen', '/dashboard/feed']
  const common: [string, string | null, Record<string, string>, number][] = [
    ['nobody', '{}', { cookie: '' }, 401],
    ['no body', null, {}, 400],
    ['broken JSON', '{"up_to":', {}, 400],
    ['no object', '[1]', {}, 400],
    ['one megabyte', `{"action":"${'x'.repeat(1_000_000)}"}`, {}, 413],
    ['another content type', 'x', { 'content-type': 'text/plain' }, 415],
    ['another site’s page', '{}', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ]
  const own: [string, string, string][] = [
    ...[-1, 1.5, '1e3', '', null, true, [1], {}, 'x'].map((up_to): [string, string, string] => [
      `up to ${JSON.stringify(up_to)}`,
      '/dashboard/seen',
      JSON.stringify({ up_to }),
    ]),
    ...['', 'delete', 'make\0', ['make'], null].map((action): [string, string, string] => [
      JSON.stringify(action),
      '/dashboard/feed',
      JSON.stringify({ action }),
    ]),
    ['another frequency', '/dashboard/mails', JSON.stringify({ ...chosen, note: 'hourly' })],
    ['another language', '/dashboard/mails', JSON.stringify({ ...chosen, locale: 'xx' })],
    ['a topic left out', '/dashboard/mails', JSON.stringify({ ...chosen, bounty: undefined })],
    ['a list', '/dashboard/mails', JSON.stringify({ ...chosen, note: ['off'] })],
  ]

  test('8.bad input: invalid input gets a 4xx with a message and changes nothing', async () => {
    const db = await open()
    const { send, ada } = await stage(db)
    const before = await kept(db)
    const found: string[] = []
    const wanted: string[] = []
    for (const path of paths)
      for (const [what, body, more, status] of common) {
        wanted.push(`${path} ${what}: ${status}`)
        found.push(`${path} ${what}: ${(await send(path, body, { ...ada, ...more })).status}`)
      }
    for (const [what, path, body] of own) {
      wanted.push(`${path} ${what}: 400`)
      found.push(`${path} ${what}: ${(await send(path, body, ada)).status}`)
    }
    for (const [path, body, sentence] of [
      ['/dashboard/seen', '{"up_to":true}', 'say up to when, in milliseconds'],
      ['/dashboard/feed', '{"action":"burn"}', 'must be "make" or "remove"'],
      ['/dashboard/mails', JSON.stringify({ ...chosen, note: 'hourly' }), 'say now, daily, weekly, off'],
      ['/dashboard/mails', JSON.stringify({ ...chosen, locale: 'xx' }), 'say en, de, es'],
    ] as const)
      expect(await (await send(path, body, ada)).json()).toMatchObject({ error: expect.stringContaining(sentence) })
    expect(found).toEqual(wanted)
    expect(await kept(db)).toEqual(before)
  })

  test('each night old, undeliverable and repeatedly deferred notifications are purged, and pending ones kept', async () => {
    const db = await open()
    const now = 2 * remembered
    const old = now - remembered
    const many = Array.from({ length: 1_200 }, (_, n) => news(`user:${n}`, 'old', { told_at: old }))
    const rows = [
      news('user:a', 'waits', { due_at: 1 }),
      { ...news('user:a', 'tried often', { due_at: 1 }), attempts: mostAttempts - 1 },
      { ...news('user:a', 'tried in vain'), attempts: mostAttempts },
      news('user:a', 'told', { told_at: old + 1 }),
      news('user:a', 'never', { due_at: null }),
      { ...news('user:a', 'leaving', { due_at: null }), held_until: now + 1 },
    ]
    await db.insertInto('news').values(many).execute()
    await db.insertInto('news').values(rows).execute()
    await sweepNews(db as never, now)
    const left = await db.selectFrom('news').select('about').orderBy('about').execute()
    expect(left.map(({ about }) => about)).toEqual(['leaving', 'told', 'tried often', 'waits'])
  })
})
