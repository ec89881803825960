import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import { type AppTables, appUnderTest, startIdentityProvider } from '../../testing/index.ts'
import type { DashboardModel } from './dashboard-model.ts'
import { usualFrequencies } from './topics.ts'

const day = 24 * 60 * 60_000
const now = Date.UTC(2026, 10, 20)
const watched = '10.1000/watched'
const quiet = '10.1000/quiet'

const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const asJson = { 'content-type': 'application/json' }

describeStore<AppTables>('the dashboard', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const { app, origin } = appUnderTest({
      db,
      identity: provider.origin,
      settings: { LIMITS_SCALE: '1000' },
      now: () => now,
    })
    const user = provider.addUser('ada@example.org')
    const { token } = provider.signIn(user)
    const ada = { cookie: `corroborate_session=${token}.` }
    const get = (path: string, headers: Record<string, string> = {}) =>
      app.request(origin + path, { headers: { accept: 'text/html', ...headers } })
    const post = (path: string, body: string, headers: Record<string, string>) =>
      app.request(origin + path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-length': String(Buffer.byteLength(body)), ...headers },
        body,
      })
    const shown = async (path = '/dashboard') => {
      const answer = await get(path, ada)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      return ((await answer.json()) as { model: DashboardModel }).model
    }
    return { db, origin, ada, get, post, shown, key: accountKey(user.id) }
  }

  const keepWatches = async (db: Kysely<AppTables>, person: string, dois: readonly string[]) => {
    for (const [n, doi] of dois.entries())
      await db
        .insertInto('watches')
        .values({ person, doi: storedDoi(doi), since: now - 12 * day - n, seen_at: now - 9 * day })
        .execute()
  }

  const retract = (db: Kysely<AppTables>) =>
    recordActivity(
      db,
      {
        doi: storedDoi(watched),
        kind: 'retraction',
        key: 'k1',
        at: now - day,
        date: '2026-11-18',
        by: { name: 'Retraction Watch', href: null },
        label: 'Retraction',
        outcome: null,
        detail: null,
        path: `/${watched}#known`,
      },
      now - day,
    )

  test('the dashboard sends visitors to the login and returns 401 to API clients', async () => {
    const { get } = await setUp()
    for (const path of ['/dashboard', '/dashboard/mails']) {
      const page = await get(path)
      expect([page.status, page.headers.get('location')]).toEqual([
        303,
        `/login?redirect_url=${encodeURIComponent(path)}`,
      ])
      expect((await get(path, { accept: 'application/json' })).status).toBe(401)
    }
  })

  test('the dashboard shows watched papers, new changes first, and nothing else', async () => {
    const { db, shown, key } = await setUp()
    await keepWatches(db, key, [quiet, watched])
    expect(await shown()).toMatchObject({ hasNew: false, watched: [{ doi: quiet }, { doi: watched }] })
    await retract(db)
    const model = await shown()
    expect(model).toMatchObject({
      hasNew: true,
      more: null,
      seenUpTo: now,
      unwatched: null,
      feed: { exists: false, address: null },
      watched: [
        {
          doi: watched,
          title: `Title of ${watched}`,
          path: `/${watched}`,
          status: null,
          changes: [{ words: 'Retraction on 18 November 2026', by: 'Retraction Watch', isNew: true }],
        },
        { doi: quiet, changes: [], quiet: 'No changes since 11 November 2026' },
      ],
    })
  })

  test('the dashboard shows next to a paper’s status that nothing is new', async () => {
    const { db, shown, key } = await setUp()
    await keepWatches(db, key, ['10.1000/notice'])
    const { watched: papers } = await shown()
    expect(papers).toMatchObject([
      { status: { kind: 'notice', words: 'Retraction notice' }, quiet: 'no changes since 11 November 2026' },
    ])
  })

  test('the dashboard offers to undo a recent unwatch until the paper is watched again', async () => {
    const { db, shown, key } = await setUp()
    const offered = async (doi: string) => (await shown(`/dashboard?unwatched=${doi}`)).unwatched
    expect(await offered(watched)).toEqual({ doi: watched, title: `Title of ${watched}` })
    expect(await offered('nonsense')).toBeNull()
    await keepWatches(db, key, [quiet])
    expect((await offered(watched))?.doi).toBe(watched)
    await keepWatches(db, key, [watched])
    expect(await offered(watched)).toBeNull()
  })

  test('the dashboard is paginated and rejects an invalid cursor', async () => {
    const { db, get, post, ada, shown, key } = await setUp()
    const vote = await post(`/${watched}/vote`, '{"voteType":"upvote"}', { ...ada, ...asJson })
    expect(vote.status).toBe(200)
    await keepWatches(
      db,
      key,
      Array.from({ length: 101 }, (_, n) => `10.1000/${n}`),
    )
    const first = await shown()
    expect(first.watched).toHaveLength(100)
    expect(first.more).toBe(`/dashboard?after=${now - 12 * day - 99}%3A10.1000%2F99`)
    const second = await shown(first.more ?? '')
    expect([second.watched.map(({ doi }) => doi), second.more]).toEqual([['10.1000/100'], null])
    // Other activity is on the first page only.
    expect([first.parts.map(({ title }) => title), second.parts]).toEqual([['Your votes'], []])
    for (const place of ['', 'x', '1:', ':10.1000/1', 'x1:10.1000/1', `${'1'.repeat(16)}:10.1000/1`])
      expect((await get(`/dashboard?after=${place}`, ada)).status).toBe(400)
  })

  test('marking changes as seen is never later than now', async () => {
    const { db, post, shown, ada, key } = await setUp()
    await keepWatches(db, key, [watched])
    await retract(db)
    const seen = (body: string, headers: Record<string, string>) =>
      post('/dashboard/seen', body, { ...ada, ...headers })
    const seenAt = async () => (await db.selectFrom('watches').select('seen_at').executeTakeFirstOrThrow()).seen_at
    for (const body of ['{"up_to":-1}', '{"up_to":"1x"}', '{"up_to":"x1"}', '{}'])
      expect((await seen(body, { ...asJson, accept: 'application/json' })).status).toBe(400)
    expect((await shown()).hasNew).toBe(true)
    const early = await seen(JSON.stringify({ up_to: now - 2 * day }), { ...asJson, accept: 'application/json' })
    expect(await early.json()).toEqual({ status: 'seen' })
    expect((await shown()).hasNew).toBe(true)
    const form = await seen(`up_to=${now + day}`, { ...asForm, accept: 'text/html' })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/dashboard'])
    expect(Number(await seenAt())).toBe(now)
    expect((await shown()).hasNew).toBe(false)
    for (const [body, headers] of [
      [`up_to=${now}`, { ...asForm, accept: 'application/json' }],
      [JSON.stringify({ up_to: now }), { ...asJson, accept: 'text/html' }],
    ] as const)
      expect(await (await seen(body, headers)).json()).toEqual({ status: 'seen' })
  })

  test('a private feed’s URL is shown once, replaced by a new one, and can be deleted', async () => {
    const { post, get, shown, ada, origin } = await setUp()
    const feed = (body: string, headers: Record<string, string>) =>
      post('/dashboard/feed', body, { ...ada, ...headers })
    const program = { ...asJson, accept: 'application/json' }
    const made = await feed('{"action":"make"}', program)
    const { address } = (await made.json()) as { address: string }
    expect([made.headers.get('cache-control'), address]).toEqual([
      'no-store',
      expect.stringMatching(new RegExp(`^${origin}/feed/mine/[\\w-]{32}\\.atom$`)),
    ])
    const statusOf = async (feedAddress: string) => (await get(new URL(feedAddress).pathname)).status
    expect(await statusOf(address)).toBe(200)
    for (const wrong of [address.replace('.atom', 'x.atom'), address.replace('mine/', 'mine/x')])
      expect(await statusOf(wrong)).toBe(404)
    expect((await shown()).feed).toEqual({ exists: true, address: null })

    const again = await feed('action=make', { ...asForm, accept: 'text/html' })
    const page = (await again.json()) as { page: string; model: DashboardModel }
    expect([page.page, page.model.feed.exists]).toEqual(['dashboard', true])
    expect(await statusOf(address)).toBe(404)
    expect(await statusOf(page.model.feed.address ?? '')).toBe(200)

    const asProgram = await feed('action=make', { ...asForm, accept: 'application/json' })
    const last = ((await asProgram.json()) as { address: string }).address
    expect((await feed('{"action":"burn"}', program)).status).toBe(400)
    expect(await statusOf(last)).toBe(200)
    const gone = await feed('action=remove', { ...asForm, accept: 'text/html' })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/dashboard#feed'])
    expect(await statusOf(last)).toBe(404)
    expect((await shown()).feed).toEqual({ exists: false, address: null })
    expect(await (await feed('{"action":"remove"}', program)).json()).toEqual({ address: null })
  })

  test('the email settings page shows the defaults, then the user’s choices', async () => {
    const { post, get, ada } = await setUp()
    const shownMails = async (query = '') => {
      const answer = await get(`/dashboard/mails${query}`, { ...ada, 'accept-language': 'es' })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      return ((await answer.json()) as { model: object }).model
    }
    const first = { frequencies: usualFrequencies, locale: 'es', address: 'ada@example.org', saved: false }
    expect(await shownMails()).toEqual(first)
    const chosen = { record: 'daily', replication: 'off', report: 'now', note: 'off', bounty: 'weekly' }
    const save = (body: string, headers: Record<string, string>) =>
      post('/dashboard/mails', body, { ...ada, ...headers })
    const program = { ...asJson, accept: 'application/json' }
    for (const wrong of [{ ...chosen, locale: 'xx' }, { ...chosen, note: 'never', locale: 'de' }, chosen])
      expect((await save(JSON.stringify(wrong), program)).status).toBe(400)
    expect(await shownMails()).toEqual(first)
    const saved = await save(JSON.stringify({ ...chosen, locale: 'de' }), program)
    expect(await saved.json()).toEqual({ status: 'saved', ...chosen, locale: 'de' })
    expect(await shownMails()).toMatchObject({ frequencies: chosen, locale: 'de', saved: false })
    const form = await save(String(new URLSearchParams({ ...chosen, locale: 'en' })), {
      ...asForm,
      accept: 'text/html',
    })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/dashboard/mails?saved=1'])
    expect(await shownMails('?saved=1')).toMatchObject({ locale: 'en', saved: true })
    for (const [body, headers] of [
      [String(new URLSearchParams({ ...chosen, locale: 'en' })), { ...asForm, accept: 'application/json' }],
      [JSON.stringify({ ...chosen, locale: 'en' }), { ...asJson, accept: 'text/html' }],
    ] as const)
      expect(await (await save(body, headers)).json()).toMatchObject({ status: 'saved' })
  })
})
