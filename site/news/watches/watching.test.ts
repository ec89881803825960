import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { features } from '../../app/features.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import { type AppTables, appUnderTest, startIdentityProvider } from '../../testing/index.ts'
import { mostWatched } from './store.ts'

const paper = '10.1000/watched'
const json = { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
}

const stage = async (db: Kysely<AppTables>, settings: Record<string, string> = { LIMITS_SCALE: '1000' }) => {
  const provider = await startIdentityProvider()
  onTestFinished(() => provider.close())
  const { app, origin } = appUnderTest({ db, identity: provider.origin, settings })
  const ask = async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? init.body : undefined
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    return app.request(origin + path, { ...init, headers: { ...length, ...(init.headers as Record<string, string>) } })
  }
  const signIn = async (email: string, more = {}) => {
    const { token, user } = provider.signIn(provider.addUser(email, more))
    const answer = await ask(`/authenticate?session_token=${token}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    const cookie = answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0] ?? '')
      .filter(pair => !pair.includes('news'))
      .join('; ')
    return { cookie, user, key: accountKey(user.id) }
  }
  return { ask, signIn, app, origin, provider }
}

const interest = (db: Kysely<AppTables>) => db.selectFrom('paper_interest').select(['doi', 'watchers']).execute()

const happened = (db: Kysely<AppTables>, at: number, key = 'k1') =>
  recordActivity(
    db,
    {
      doi: parseDoi(paper) as Doi,
      kind: 'retraction',
      key,
      at,
      date: '2026-11-20',
      by: { name: 'Retraction Watch', href: null },
      label: 'Retraction',
      outcome: null,
      detail: null,
      path: `/${paper}#known`,
    },
    at,
  )

describeStore<AppTables>('watching', siteMigrations, open => {
  test('POST watches and DELETE unwatches, idempotently; the DOI may be one encoded segment', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const { cookie } = await signIn('ada@example.org')
    const headers = { ...json, cookie }
    const post = (path: string, method = 'POST') =>
      ask(path, { method, headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin', cookie } })
    expect(await (await post(`/${paper}/watch`)).json()).toEqual({ status: 'watching' })
    expect((await post(`/${encodeURIComponent(paper)}/watch`)).status).toBe(200)
    expect(await interest(db)).toEqual([{ doi: paper, watchers: 1 }])
    const shown = (await (await ask(`/${paper}`, { headers: { cookie } })).json()) as {
      model: { sections: { watch: object } }
    }
    expect(shown.model.sections.watch).toEqual({
      doi: paper,
      watch: `/${paper}/watch`,
      login: `/login?${new URLSearchParams({ redirect_url: `/${paper}` })}`,
      reader: expect.any(String),
      watching: true,
      watchers: 1,
    })
    expect(await (await post(`/${encodeURIComponent(paper)}/watch`, 'DELETE')).json()).toEqual({
      status: 'not-watching',
    })
    expect((await post(`/${paper}/watch`, 'DELETE')).status).toBe(200)
    expect(await interest(db)).toEqual([{ doi: paper, watchers: 0 }])
    expect((await ask(`/${paper}/watch`, { method: 'POST', headers, body: '{"action":"watch"}' })).status).toBe(200)
  })

  test('a visitor sees the number of watchers and has no personal state', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const { cookie } = await signIn('ada@example.org')
    await ask(`/${paper}/watch`, { method: 'POST', headers: { ...json, cookie }, body: '{}' })
    const sections = async (headers: Record<string, string>) =>
      ((await (await ask(`/${paper}`, { headers })).json()) as { model: { sections: object } }).model.sections
    const watch = { doi: paper, reader: null, watching: false, watchers: 1 }
    for (const headers of [{}, { cookie: 'visitor=vvvvvvvvvvvvvvvvvvvvv1' }])
      expect(await sections(headers)).toMatchObject({ watch })
    const own = await ask(`/yours?path=/${paper}`, { headers: { cookie: `${cookie}; yours=1-2` } })
    expect(JSON.stringify(await own.json())).toContain('watching\\":true')
  })

  test('a reader at the watch limit is asked to unwatch a paper first', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const { cookie, key } = await signIn('ada@example.org')
    const rows = Array.from({ length: mostWatched }, (_, n) => ({
      person: key,
      doi: `10.1000/m${n}`,
      since: 1,
      seen_at: 1,
    }))
    while (rows.length > 0) await db.insertInto('watches').values(rows.splice(0, 1_000)).execute()
    const answer = await ask(`/${paper}/watch`, { method: 'POST', headers: { ...json, cookie }, body: '{}' })
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { error: 'You’ve reached the limit of 5,000 watched papers. Unwatch one first.' },
    ])
  })

  test('concurrent clicks of one person count once', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const { cookie } = await signIn('ada@example.org')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        ask(`/${paper}/watch`, { method: 'POST', headers: { ...json, cookie }, body: '{}' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await interest(db)).toEqual([{ doi: paper, watchers: 1 }])
  })

  test('a visitor gets 401, or by form is led through the login to a watched paper', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const refused = await ask(`/${paper}/watch`, { method: 'POST', headers: json, body: '{}' })
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: expect.stringMatching(/^Log in/) }])
    const sent = await ask(`/${paper}/watch`, { method: 'POST', headers: form, body: '' })
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/login\?redirect_url=%2F[^/]+%2Fwatch%3Fwish%3D[\w-]{36}$/),
    ])
    const [set = ''] = sent.headers.getSetCookie()
    expect(set).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
    const [wish = ''] = set.split(';')
    const { cookie } = await signIn('ada@example.org')

    const other = await ask('/10.1000/other/watch', { headers: { cookie: `${cookie}; ${wish}` } })
    expect([other.status, await interest(db)]).toEqual([303, []])
    // Another log-in than the one that the form began leads nowhere.
    const elsewhere = await ask(`/${paper}/watch`, { headers: { cookie: `${cookie}; ${wish}` } })
    expect([elsewhere.status, await interest(db)]).toEqual([303, []])
    const id = decodeURIComponent(wish.split('=')[1] ?? '').split(' ')[0] ?? ''
    const back = await ask(`/${paper}/watch?wish=${id}`, { headers: { cookie: `${cookie}; ${wish}` } })
    expect([back.status, back.headers.get('location')]).toEqual([303, `/${paper}#watch`])
    expect(back.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^watch_wish=; Max-Age=0;/))
    expect(await interest(db)).toEqual([{ doi: paper, watchers: 1 }])
    for (const wished of [wish, 'watch_wish=%E0%A4%A']) {
      const led = await ask(`/${paper}/watch`, { headers: { cookie: wished } })
      expect([led.status, led.headers.get('location')]).toEqual([303, `/${paper}#watch`])
    }
  })

  test('over TLS the pending watch cookie has the __Host- prefix', async () => {
    const { ask } = await stage(await open(), { SITE_ORIGIN: 'https://papers.example' })
    const sent = await ask(`/${paper}/watch`, { method: 'POST', headers: form, body: '' })
    expect(sent.headers.getSetCookie()[0]).toMatch(/^__Host-watch-wish=.*; Path=\/; HttpOnly; Secure;/)
  })

  test('a visitor’s form unwatches nothing, and API clients always get JSON', async () => {
    const { ask, signIn } = await stage(await open())
    const send = (headers: Record<string, string>, body: string) =>
      ask(`/${paper}/watch`, { method: 'POST', headers, body })
    expect((await send(form, 'action=unwatch')).status).toBe(401)
    const { cookie } = await signIn('ada@example.org')
    for (const headers of [
      { ...form, accept: 'application/json' },
      { ...json, accept: 'text/html' },
    ]) {
      const body = headers.accept === 'text/html' ? '{"action":"unwatch"}' : 'action=unwatch'
      const answer = await send({ ...headers, cookie }, body)
      expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([
        { status: 'not-watching' },
        'no-store',
      ])
    }
    const gone = await ask(`/${paper}/watch`, { method: 'DELETE', headers: { ...json, cookie } })
    const led = await ask(`/${paper}/watch`, { headers: { cookie } })
    expect([gone, led].map(answer => answer.headers.get('cache-control'))).toEqual(['no-store', 'no-store'])
  })

  test('a form watches and unwatches, and redirects only within the site', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const { cookie } = await signIn('ada@example.org')
    const send = async (body: string) =>
      (await ask(`/${paper}/watch`, { method: 'POST', headers: { ...form, cookie }, body })).headers.get('location')
    expect(await send('action=watch')).toBe(`/${paper}#watch`)
    expect(await send('action=watch&redirect_url=https%3A%2F%2Fevil.example%2F')).toBe(`/${paper}#watch`)
    expect(await send('action=watch&redirect_url=%2Fdashboard')).toBe('/dashboard#watch')
    expect(await send('action=unwatch')).toBe(`/${paper}#watch`)
    expect(await send('action=unwatch&redirect_url=%2Fdashboard')).toBe(
      `/dashboard?unwatched=${encodeURIComponent(paper)}`,
    )
    expect(await interest(db)).toEqual([{ doi: paper, watchers: 0 }])
  })

  test.each<[string, string, Record<string, string>, number, string?]>([
    ['another action', '{"action":"delete"}', {}, 400, 'must be "watch" or "unwatch"'],
    ['broken JSON', '{"action":', {}, 400],
    ['a NUL character', '{"action":"watch\\u0000"}', {}, 400],
    ['one megabyte', `{"action":"${'x'.repeat(1_000_000)}"}`, {}, 413],
    ['another site’s page', '{}', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['another content type', 'watch', { 'content-type': 'text/plain' }, 415],
  ])('8.bad input: %s is rejected and nothing is stored', async (_, body, more, status, sentence = '') => {
    const db = await open()
    const { ask, signIn } = await stage(db)
    const { cookie } = await signIn('ada@example.org')
    const answer = await ask(`/${paper}/watch`, { method: 'POST', headers: { ...json, cookie, ...more }, body })
    const said = { error: expect.stringContaining(sentence) }
    expect([answer.status, await answer.json()]).toMatchObject([status, said])
    expect(await interest(db)).toEqual([])
  })

  test('watching is limited per account and per IP address in ten minutes', async () => {
    const db = await open()
    const { ask, signIn } = await stage(db, { LIMITS_SCALE: '0.05' })
    const { cookie } = await signIn('ada@example.org')
    const statuses: number[] = []
    for (let n = 0; n < 8; n++)
      statuses.push(
        (await ask(`/10.1000/many.${n}/watch`, { method: 'POST', headers: { ...json, cookie }, body: '{}' })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect(await interest(db)).toHaveLength(6)
  })

  describe('watch rate limits', () => {
    const fromHere = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const setUp = async () => {
      const db = await open()
      const { app, origin, signIn } = await stage(db, { LIMITS_SCALE: '0.02', TRUSTED_PROXIES: '127.0.0.1' })
      const call = (method: string, cookie: string, from: number) =>
        app.request(
          `${origin}/${paper}/watch`,
          {
            method,
            headers: { ...json, cookie, 'x-forwarded-for': `${from}.51.100.1`, 'content-length': '2' },
            ...(method === 'POST' && { body: '{}' }),
          },
          fromHere,
        )
      return { call, signIn }
    }

    test.each(['POST', 'DELETE'])('%s: limited per account, across IP addresses', async method => {
      const { call, signIn } = await setUp()
      const { cookie } = await signIn('ada@example.org')
      const statuses = []
      for (let n = 0; n < 5; n++) statuses.push((await call(method, cookie, 20 + n)).status)
      expect(statuses).toEqual([200, 200, 429, 429, 429])
    })

    test.each(['POST', 'DELETE'])('%s: limited per IP address, across accounts', async method => {
      const { call, signIn } = await setUp()
      const statuses = []
      for (let n = 0; n < 5; n++) {
        const { cookie } = await signIn(`reader${n}@example.org`)
        statuses.push((await call(method, cookie, 20)).status)
      }
      expect(statuses).toEqual([200, 200, 429, 429, 429])
    })
  })

  describe('2.dashboard', () => {
    const page = async (ask: Awaited<ReturnType<typeof stage>>['ask'], cookie: string, path = '/dashboard') => {
      const answer = await ask(path, { headers: { cookie, accept: 'text/html' } })
      // biome-ignore lint/suspicious/noExplicitAny: a page of the app under test is its model.
      return { answer, model: answer.status === 200 ? ((await answer.json()) as any).model : null }
    }

    test('changes come first until seen, with votes below', async () => {
      const db = await open()
      const { ask, signIn } = await stage(db)
      const { cookie } = await signIn('ada@example.org')
      for (const doi of [paper, '10.1000/quiet'])
        await ask(`/${doi}/watch`, { method: 'POST', headers: { ...json, cookie }, body: '{}' })
      await ask(`/${paper}/vote`, { method: 'POST', headers: { ...json, cookie }, body: '{"voteType":"downvote"}' })
      await happened(db, Date.now() + 5)

      const { answer, model } = await page(ask, cookie)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(model.watched.map(({ doi }: { doi: string }) => doi)).toEqual([paper, '10.1000/quiet'])
      expect(model.watched[0].changes).toEqual([
        { words: 'Retraction on 20 November 2026', by: 'Retraction Watch', path: `/${paper}#known`, isNew: true },
      ])
      expect(model.watched[1].quiet).toMatch(/^No changes since \d+ \w+ \d{4}$/)
      expect(model.parts).toMatchObject([
        {
          title: 'Your votes',
          items: [{ title: `Title of ${paper}`, words: 'You voted not reliable' }],
        },
      ])
      expect(model.hasNew).toBe(true)
      const seen = {
        method: 'POST',
        headers: { ...json, cookie },
        body: JSON.stringify({ up_to: model.seenUpTo + 60_000 }),
      }
      await expect
        .poll(async () => {
          await ask('/dashboard/seen', seen)
          return (await page(ask, cookie)).model.hasNew
        })
        .toBe(false)
    })

    test('a visitor’s dashboard leads to the login, and an invalid page is a 400', async () => {
      const db = await open()
      const { ask, signIn } = await stage(db)
      const { answer } = await page(ask, '')
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?redirect_url=%2Fdashboard'])
      const { cookie } = await signIn('ada@example.org')
      expect((await page(ask, cookie, '/dashboard?after=x')).answer.status).toBe(400)
      expect((await page(ask, cookie, '/dashboard?after=5:10.1000/x')).model.watched).toEqual([])
      const { model } = await page(ask, cookie, `/dashboard?unwatched=${paper}`)
      expect(model.unwatched).toEqual({ doi: paper, title: `Title of ${paper}` })
    })

    test('the data export is complete and private, and nothing is left after account deletion', async () => {
      const db = await open()
      const { ask, signIn } = await stage(db)
      const { cookie, user, key } = await signIn('ada@example.org')
      await ask(`/${paper}/watch`, { method: 'POST', headers: { ...json, cookie }, body: '{}' })
      await ask(`/${paper}/vote`, { method: 'POST', headers: { ...json, cookie }, body: '{"voteType":"upvote"}' })
      await ask('/dashboard/feed', { method: 'POST', headers: { ...json, cookie }, body: '{"action":"make"}' })
      const copy = await ask('/account/export.json', { headers: { cookie, accept: 'text/html' } })
      expect(copy.headers.get('content-disposition')).toContain('attachment')
      expect(await copy.json()).toMatchObject({
        account: { id: user.id, email: 'ada@example.org' },
        votes: [{ doi: paper, vote: 'upvote' }],
        watched: [{ doi: paper }],
        mails: { language: 'en', record: 'now' },
        sign_in: { user: { user_id: user.id } },
      })
      expect((await ask('/account/export.json', { headers: { accept: 'application/json' } })).status).toBe(401)
      await db.transaction().execute(tx => deleteAccount(features, tx, { id: user.id, key, upTo: null, at: 1 }))
      expect(await interest(db)).toEqual([{ doi: paper, watchers: 0 }])
      for (const table of ['watches', 'watchers', 'news'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    })
  })
})
