import { createLimits, type Limits } from '@corroborate/server-kit/limits'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteLimits } from '../../app/limits.ts'
import { siteMigrations } from '../../app/migrations.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type AppTables, appUnderTest, type ShownPage, startIdentityProvider } from '../../testing/index.ts'
import type { ModeratePageModel } from './counts.ts'
import { type ModerationTables, readEntryStatuses, revise, submit, withdraw } from './store.ts'

type Tables = AppTables & ModerationTables

describeStore<Tables>('POST /moderate/comment/{id} and POST /moderate/audit/{id}', siteMigrations, open => {
  const setUp = async (limits: Limits<keyof typeof siteLimits> | null = null) => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const db = await open()
    const now = () => provider.clock.now
    const { app, origin } = appUnderTest({ db, identity: provider.origin, limits, now })
    const moderator = provider.addUser('mo@example.org', { firstName: 'Mo', roles: ['stytch_user', 'moderator'] })
    const { token } = provider.signIn(moderator)
    const send = (path: string, body: object | string | null, headers: Record<string, string> = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
      return app.request(origin + path, {
        headers: {
          'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': String(text.length),
          accept: 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: `corroborate_session=${token}.`,
          ...headers,
        },
        ...(body !== null && { method: 'POST', body: text }),
      })
    }
    const statusOf = async (id: string) => (await readEntryStatuses(db, 'comment', [id])).get(id)?.status
    return { provider, db, send, statusOf, moderator, token }
  }
  const write = (db: Kysely<Tables>, id: string, kind: 'comment' | 'audit' = 'comment') =>
    db.transaction().execute(tx => {
      const doi = storedDoi('10.1000/x')
      return submit(tx.$pickTables<keyof ModerationTables>(), {
        kind,
        id,
        doi,
        writer: 'visitor:x',
        locale: 'en',
        signals: [],
        now: 1,
      })
    })

  test.each(['comment', 'audit'] as const)('a moderator approves, undoes and rejects: %s', async kind => {
    const { db, send } = await setUp()
    await write(db, 'a', kind)
    const path = `/moderate/${kind}/a`
    expect(await (await send(path, { action: 'approve' })).json()).toEqual({ id: 'a', status: 'approved', version: 2 })
    expect(await (await send(path, { action: 'undo', version: 2 })).json()).toMatchObject({ status: 'pending' })
    expect(await (await send(path, 'action=reject&reason=duplicate')).json()).toMatchObject({ status: 'rejected' })
  })

  test('decisions are limited per moderator and minute, counting each of a bulk action', async () => {
    const { db, send, statusOf } = await setUp(
      createLimits<typeof siteLimits>(
        { ...siteLimits, moderate: { points: 3, perSeconds: 60 } },
        { prefix: 'test', ...testLogger() },
      ),
    )
    for (const id of ['a', 'b', 'c', 'd']) await write(db, id)
    const many = (...ids: string[]) => send('/moderate', { action: 'approve', entry: ids.map(id => `comment:${id}:1`) })
    expect((await many('a', 'b')).status).toBe(200)
    expect((await send('/moderate/comment/c', { action: 'approve' })).status).toBe(200)
    expect((await send('/moderate/comment/d', { action: 'approve' })).status).toBe(429)
    expect((await many('d')).status).toBe(429)
    expect(await statusOf('d')).toBe('pending')
  })

  test('moderators cannot approve their own entries, singly or in bulk, but may reject them', async () => {
    const { db, send, moderator, statusOf } = await setUp()
    const own = {
      kind: 'comment',
      doi: storedDoi('10.1000/x'),
      writer: `user:${moderator.id}`,
      locale: 'en',
      signals: [],
      now: 1,
    } as const
    for (const id of ['a', 'b'])
      await db.transaction().execute(tx => submit(tx.$pickTables<keyof ModerationTables>(), { ...own, id }))
    const refused = await send('/moderate/comment/a', { action: 'approve' })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('another moderator')])
    const many = await send('/moderate', { action: 'approve', entry: ['comment:a:1', 'comment:b:1'] })
    expect(await many.json()).toMatchObject({ done: 0, results: [{ outcome: 'own' }, { outcome: 'own' }] })
    expect([await statusOf('a'), await statusOf('b')]).toEqual(['pending', 'pending'])
    expect((await send('/moderate/comment/a', { action: 'reject' })).status).toBe(200)
  })

  test('a form without JavaScript returns to its page with a confirmation', async () => {
    const { db, send } = await setUp()
    await write(db, 'a')
    const form = 'action=approve&version=1&reason=&message=&back=%2Fmoderate%3Fcomment%3D0.1.a'
    const answer = await send('/moderate/comment/a', form, { accept: 'text/html' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/moderate?comment=0.1.a&done=comment.a.approved.2',
    ])
    const page = await send(answer.headers.get('location') ?? '', null, { accept: 'text/html' })
    expect(await page.json()).toMatchObject({
      page: 'moderate',
      model: { notice: { kind: 'decided', id: 'a', status: 'approved', version: 2 }, path: '/moderate?comment=0.1.a' },
    })
    const elsewhere = await send('/moderate/comment/a', 'action=undo&back=https://evil.example', {
      accept: 'text/html',
    })
    expect(elsewhere.headers.get('location')).toMatch(/^\/moderate\?done=/)
    const otherPage = await send('/moderate/comment/a', 'action=approve&back=%2Fabout', { accept: 'text/html' })
    expect(otherPage.headers.get('location')).toMatch(/^\/moderate\?done=/)
  })

  test('an entry changed since it was viewed returns 409', async () => {
    const { db, send, statusOf } = await setUp()
    await write(db, 'a')
    await send('/moderate/comment/a', { action: 'reject', version: 1, reason: 'off-topic' })
    const late = await send('/moderate/comment/a', { action: 'approve', version: 1 })
    expect([late.status, await late.json()]).toEqual([
      409,
      {
        error: 'This note has changed since you looked: Mo rejected it (It is not about this paper).',
        status: 'rejected',
        version: 2,
      },
    ])
    const form = await send('/moderate/comment/a', 'action=approve&version=1', { accept: 'text/html' })
    expect([form.status, await form.json()]).toMatchObject([409, { model: { notice: { kind: 'problem' } } }])
    expect(await statusOf('a')).toBe('rejected')
  })

  test('an entry edited by its author since returns 409', async () => {
    const { db, send } = await setUp()
    await write(db, 'a')
    const change = { kind: 'comment', id: 'a', version: 1, signals: [], now: 2 } as const
    await db.transaction().execute(tx => revise(tx.$pickTables<keyof ModerationTables>(), change))
    const late = await send('/moderate/comment/a', { action: 'approve', version: 1 })
    expect(await late.json()).toMatchObject({
      error: expect.stringContaining('its author edited it'),
      status: 'pending',
    })
  })

  test('the page requires a rejection reason, and the API does not', async () => {
    const { db, send, statusOf } = await setUp()
    for (const id of ['a', 'b']) await write(db, id)
    const page = { accept: 'text/html' }
    for (const [path, body] of [
      ['/moderate/comment/a', 'action=reject&version=1'],
      ['/moderate', 'action=reject&entry=comment:a:1'],
    ] as const) {
      const asked = await send(path, body, page)
      expect([asked.status, await asked.json()]).toMatchObject([
        400,
        { model: { notice: { kind: 'problem', sentence: expect.stringContaining('Enter a reason') } } },
      ])
    }
    expect(await statusOf('a')).toBe('pending')
    expect((await send('/moderate/comment/a', 'action=reject&version=1&reason=duplicate', page)).status).toBe(303)
    expect((await send('/moderate/comment/b', { action: 'reject' })).status).toBe(200)
    for (const id of ['c', 'd']) await write(db, id)
    expect((await send('/moderate/comment/c', 'action=reject')).status, 'a form of a program').toBe(200)
    expect((await send('/moderate', 'action=reject&entry=comment:d:1')).status, 'a form of a program').toBe(200)
    expect([await statusOf('c'), await statusOf('d')]).toEqual(['rejected', 'rejected'])
  })

  test('200 pending entries are filtered by kind, paper, person, signal and age, with counts', async () => {
    const { db, send } = await setUp()
    const day = 24 * 60 * 60_000
    const papers = ['10.1000/x', '10.1000/y'].map(storedDoi)
    await db.transaction().execute(async tx => {
      for (let n = 0; n < 200; n++)
        await submit(tx.$pickTables<keyof ModerationTables>(), {
          kind: n % 4 === 0 ? 'audit' : 'comment',
          id: `e${n}`,
          doi: papers[n % 2] ?? storedDoi('10.1000/x'),
          writer: `visitor:${n % 10}`,
          locale: 'en',
          signals: n % 5 === 0 ? [{ words: '2 links', weight: 2 }] : [],
          now: Date.now() - (n % 20) * day - 60_000,
        })
    })
    const shown = async (query: string) => {
      const page = (await (await send(`/moderate?${query}`, null, { accept: 'text/html' })).json()) as ShownPage
      const model = page.model as Extract<ModeratePageModel, { view: 'waiting' }>
      const totals = Object.fromEntries(model.sections.map(({ queue, total }) => [queue, total]))
      return { totals, tabs: Object.fromEntries(model.tabs.map(({ queue, count }) => [queue ?? 'all', count])), model }
    }
    const waiting = { all: 200, comment: 150, audit: 50, second: 0, contribution: 0, problem: 0 }
    expect(await shown('')).toMatchObject({ tabs: waiting, totals: { comment: 150, audit: 50 } })
    expect(await shown('queue=audit')).toMatchObject({ tabs: waiting, totals: { audit: 50 } })
    expect((await shown('queue=audit')).model.sections).toHaveLength(1)
    expect((await shown('paper=10.1000/x')).totals).toMatchObject({ comment: 50, audit: 50 })
    expect((await shown('signal=links')).totals).toMatchObject({ comment: 30, audit: 10 })
    expect((await shown('person=comment:e1')).totals).toMatchObject({ comment: 20, audit: 0 })
    expect((await shown('person=audit:e0')).totals).toMatchObject({ comment: 10, audit: 10 })
    expect((await shown('age=week')).totals).toMatchObject({ comment: 100, audit: 30 })
    expect((await shown('person=comment:gone&signal=links')).totals).toMatchObject({ comment: 0, audit: 0 })
    expect((await shown('queue=comment&signal=links')).tabs, 'a filter leaves the counts of the tabs').toEqual(waiting)
  })

  test('a block is undone from the decisions once after its entry was withdrawn', async () => {
    const { db, send } = await setUp()
    await write(db, 'a')
    await send('/moderate/comment/a', { action: 'block', version: 1 })
    await db
      .transaction()
      .execute(tx => withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'comment', id: 'a' }))
    const decisions = async () => {
      const page = (await (await send(paths.moderated(), null, { accept: 'text/html' })).json()) as ShownPage
      return (page.model as { decisions?: object[] }).decisions
    }
    expect(await decisions()).toMatchObject([{ action: 'block', undo: 2 }])
    const undone = await send('/moderate/comment/a', 'action=undo&version=2', { accept: 'text/html' })
    expect(undone.status).toBe(303)
    expect(await decisions()).toMatchObject([
      { action: 'undo', undo: null },
      { action: 'block', undo: null },
    ])
    expect((await send('/moderate/comment/a', { action: 'undo' })).status).toBe(404)
  })

  test('a bulk decision skips changed entries', async () => {
    const { db, send, statusOf } = await setUp()
    for (const id of ['a', 'b', 'c']) await write(db, id)
    await send('/moderate/comment/b', { action: 'reject' })
    const entry = ['comment:a:1', 'comment:b:1', 'comment:c:1', 'comment:nothing:1']
    const answer = await send('/moderate', { action: 'approve', entry })
    expect(await answer.json()).toMatchObject({ done: 2, changed: 2 })
    const again = await send('/moderate', { action: 'approve', entry: ['comment:a:1', 'comment:b:12'] })
    expect(await again.json(), 'what was done just so is done').toMatchObject({ done: 1, changed: 1 })
    const both = await send('/moderate', 'action=approve&entry=comment:a:1&entry=comment:b:1', { accept: 'text/html' })
    expect(both.headers.get('location')).toBe('/moderate?bulk=1.1')
    expect([await statusOf('a'), await statusOf('b'), await statusOf('c')]).toEqual([
      'approved',
      'rejected',
      'approved',
    ])
    const form = await send('/moderate', 'action=spam', { accept: 'text/html' })
    expect(form.headers.get('location')).toBe('/moderate?bulk=0.0')
  })

  test('the public statistics show decisions by month and reason, without names', async () => {
    const { db, send } = await setUp()
    for (const id of ['a', 'b', 'c', 'd']) await write(db, id)
    await send('/moderate/comment/a', { action: 'approve' })
    await send('/moderate/comment/b', { action: 'reject', reason: 'off-topic' })
    await send('/moderate/comment/c', { action: 'reject', reason: 'off-topic' })
    await send('/moderate/comment/d', { action: 'spam' })
    await send('/moderate/comment/d', { action: 'undo' })
    const answer = await send('/moderation', null, { cookie: '' })
    expect(answer.status).toBe(200)
    const { months } = (await answer.json()) as { months: unknown[] }
    expect(months).toEqual([
      {
        month: expect.stringMatching(/^[A-Z][a-z]+ \d{4}$/),
        kinds: [
          {
            kind: 'comment',
            approved: 1,
            rejected: 2,
            spam: 0,
            undone: 1,
            reasons: [{ words: 'It is not about this paper', count: 2 }],
          },
        ],
      },
    ])
    const page = await send('/moderation', null, { cookie: '', accept: 'text/html' })
    const shown = await page.text()
    expect(shown).not.toMatch(/user-test|Mo\b/)
    expect(JSON.parse(shown)).toMatchObject({ page: 'moderation', model: { months } })
  })

  describe('role check with the provider on every request', () => {
    const calls = [
      ['/moderate', null],
      ['/moderate', { action: 'approve', entry: ['comment:a:1'] }],
      ['/moderate/comment/a', { action: 'approve' }],
      ['/moderate/audit/a', { action: 'approve' }],
    ] as const

    test.each(calls)('%s, %j: 401 without an account, 403 without the role', async (path, body) => {
      const { provider, db, send, statusOf } = await setUp()
      await write(db, 'a')
      expect((await send(path, body, { cookie: '' })).status).toBe(401)
      const { token } = provider.signIn(provider.addUser('ada@example.org'))
      const ada = { cookie: `corroborate_session=${token}.` }
      expect((await send(path, body, ada)).status).toBe(403)
      const forged = { ...ada, 'x-roles': 'moderator', authorization: 'Bearer moderator' }
      expect((await send(path, body && { ...body, roles: ['moderator'] }, forged)).status).toBe(403)
      expect(await statusOf('a')).toBe('pending')
    })

    test('granting or revoking a role takes effect immediately', async () => {
      const { provider, db, send, statusOf } = await setUp()
      await write(db, 'a')
      const user = provider.addUser('ada@example.org')
      const session = provider.signIn(user)
      const cookie = () => `corroborate_session=${session.token}.${provider.jwtOf(session)}`
      const old = cookie()
      expect((await send('/moderate/comment/a', { action: 'approve' }, { cookie: old })).status).toBe(403)
      user.roles.push('moderator')
      expect((await send('/moderate/comment/a', { action: 'approve' }, { cookie: old })).status).toBe(200)
      const withRole = cookie()
      user.roles.pop()
      expect((await send('/moderate/comment/a', { action: 'undo' }, { cookie: withRole })).status).toBe(403)
      expect(await statusOf('a')).toBe('approved')
    })

    test('while the provider is unavailable, only recently signed roles count', async () => {
      const { provider, db, send } = await setUp()
      await write(db, 'a')
      const session = provider.signIn(provider.addUser('mo2@example.org', { roles: ['moderator'] }))
      const cookie = `corroborate_session=${session.token}.${provider.jwtOf(session)}`
      expect((await send('/moderate/comment/a', { action: 'approve' }, { cookie })).status).toBe(200)
      // With the provider's keys, the site verifies its signatures locally.
      const asked = () => provider.asked('/sessions/authenticate')
      const asksFor = async (before: number) => (await send('/status.json', null, { cookie })) && asked() - before
      await expect.poll(() => asksFor(asked())).toBe(0)
      provider.behave({ status: 500 })
      expect((await send('/moderate/comment/a', { action: 'undo' }, { cookie })).status).toBe(200)
      provider.clock.now += 6 * 60_000
      const unsure = await send('/moderate/comment/a', { action: 'approve' }, { cookie })
      expect([unsure.status, unsure.headers.get('retry-after')]).toEqual([503, '5'])
    })
  })

  describe('bad input gets a clear 4xx and changes nothing', () => {
    const tooLong = { action: 'reject', message: 'x'.repeat(1_001) }
    test.each<[string, string, object | string, number, RegExp?]>([
      ['no action', 'comment/a', {}, 400, /say approve, second, reject, spam, block, undo/],
      ['an action that is none', 'comment/a', { action: 'delete' }, 400],
      ['an action of another kind', 'comment/a', { action: { $ne: null } }, 400],
      ['a reason that is none', 'comment/a', { action: 'reject', reason: '<script>' }, 400, /say one of off-topic, /],
      ['a message of a megabyte', 'comment/a', { action: 'reject', message: 'x'.repeat(1_000_000) }, 413],
      ['a message that is too long', 'comment/a', tooLong, 400, /at most 1000 characters/],
      ['a version that is none', 'comment/a', { action: 'approve', version: 'x' }, 400],
      ['an id that is not there', 'comment/b', { action: 'approve' }, 404, /no note with this id/],
      ['an id of the other kind', 'audit/a', { action: 'approve' }, 404, /no report with this id/],
      ['an id that is a path', 'comment/..%2Fa', { action: 'approve' }, 404],
      ['a long id', `comment/${'a'.repeat(65)}`, { action: 'approve' }, 404],
    ])('bad input is rejected: %s', async (_, path, body, status, sentence = /\.$/) => {
      const { db, send, statusOf } = await setUp()
      await write(db, 'a')
      const answer = await send(`/moderate/${path}`, body)
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(sentence) })
      expect(await statusOf('a')).toBe('pending')
    })

    const isNoEntry = /each entry is KIND:ID:VERSION/
    test.each<[string, object, RegExp]>([
      ['an entry without its version', { action: 'approve', entry: ['comment:a'] }, isNoEntry],
      ['a kind that is none', { action: 'approve', entry: ['my comment:a:1'] }, isNoEntry],
      ['a version with more behind it', { action: 'approve', entry: ['comment:a:1:2'] }, isNoEntry],
      ['an entry of another kind', { action: 'approve', entry: [{}] }, /./],
      ['what is done alone', { action: 'undo', entry: ['comment:a:1'] }, /say approve, reject or spam/],
      [
        'too many',
        { action: 'approve', entry: Array.from({ length: 101 }, (_, n) => `comment:${n}:1`) },
        /at most 100 entries at a time/,
      ],
    ])('bad bulk input is rejected: %s', async (_, body, sentence) => {
      const { db, send, statusOf } = await setUp()
      await write(db, 'a')
      const answer = await send('/moderate', body)
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(sentence)])
      expect(await statusOf('a')).toBe('pending')
    })
  })
})
