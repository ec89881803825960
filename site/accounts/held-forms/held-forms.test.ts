import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { doiActions } from '../../kit/doi/index.ts'
import { type AppTables, allRows, appUnderTest, startIdentityProvider } from '../../testing/index.ts'
import type { ContinuePageModel } from './model.ts'

type Held = { page: string; model: ContinuePageModel; reader: object }

/** Forms that are about logging in or out, and none to go on with. */
const signIn = /^\/(?:login|logout|authenticate|authenticate\/second-factor|reset-password|oauth\/authorize)$/
const typed = { words: 'Two lines\r\nof “words” & more', choice: 'a' }

describeStore<AppTables>('a form whose session has ended', siteMigrations, open => {
  const setUp = async () => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const db = await open()
    const site = appUnderTest({
      db,
      identity: provider.origin,
      settings: { LIMITS_SCALE: '1000' },
      now: () => provider.clock.now,
    })
    const person = (email: string) => {
      const user = provider.addUser(email)
      return { id: user.id, cookie: `corroborate_session=${provider.signIn(user, 600).token}.` }
    }
    const request = (path: string, init: RequestInit = {}) =>
      site.app.request(site.origin + path, {
        ...init,
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...init.headers },
      })
    const send = (path: string, fields: Record<string, string>, cookie = '') => {
      const body = new URLSearchParams(fields).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
      return request(path, { method: 'POST', body, headers: { ...type, ...(cookie !== '' && { cookie }) } })
    }
    /** Submits a form that is held. @returns the cookie of its browser, and where it goes on after logging in */
    const hold = async (path: string, fields: Record<string, string>) => {
      const answer = await send(path, fields)
      const { page, model } = (await answer.json()) as Held
      expect([path, answer.status, page, model.kind]).toEqual([path, 401, 'continue', 'held'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const cookie = answer.headers.getSetCookie().find(line => line.startsWith('corroborate_held_forms='))
      expect(cookie).toMatch(/; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/)
      const login = model.kind === 'held' ? model.login : ''
      const next = new URL(login, site.origin).searchParams.get('redirect_url') ?? ''
      return { cookie: cookie?.split(';')[0] ?? '', next }
    }
    const shown = async (path: string, ...cookies: string[]) => {
      const answer = await request(path, { headers: { cookie: cookies.join('; ') } })
      return { status: answer.status, model: ((await answer.json()) as Held).model }
    }
    return { ...site, db, provider, person, request, send, hold, shown }
  }

  test('a held form keeps every field until its sender logs in, whatever its route', async () => {
    const { app, hold, shown, person, db } = await setUp()
    const ada = person('ada@example.org')
    const routes = [
      ...app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path.replaceAll(/:\w+/g, 'x')),
      ...doiActions.map(action => `/10.1000/x/${action}`),
      '/10.1000/x/audit/',
      '/10.1000/%3Cx%3E%23/claim?step=2',
    ].filter(
      path => !signIn.test(path) && !path.startsWith('/webhooks/') && !path.startsWith('/api/') && path !== '/mcp',
    )
    expect(routes.length).toBeGreaterThan(30)
    for (const path of new Set(routes)) {
      const { cookie, next } = await hold(path, { ...typed, acting_for: ada.id })
      const { status, model } = await shown(next, cookie, ada.cookie)
      expect([path, status, model]).toEqual([
        path,
        200,
        expect.objectContaining({
          kind: 'confirm',
          action: expect.stringMatching(/[?&]held_form=[\w-]+$/),
          fields: Object.entries(typed),
        }),
      ])
      if (model.kind === 'confirm') expect(model.action.replace(/[?&]held_form=.*$/, '')).toBe(path)
    }
    expect(JSON.stringify(await allRows(db))).not.toMatch(/Two lines|acting_for/)
  }, 60_000)

  test('every route that requires an account holds forms, even those naming no account', async () => {
    const { app, send, hold } = await setUp()
    const routes = app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path.replaceAll(/:\w+/g, 'x'))
    let held = 0
    for (const path of new Set([...routes, '/10.1000/x/audit/', '/10.1000/x/watch', '/10.1000/x/claim'])) {
      if (signIn.test(path) || (await send(path, typed)).status !== 401) continue
      await hold(path, typed)
      held += 1
    }
    expect(held).toBeGreaterThan(15)
  }, 60_000)

  test('a held form is hidden from other accounts, other browsers and logged-out visitors', async () => {
    const { hold, shown, person, request } = await setUp()
    const [ada, eve] = [person('ada@example.org'), person('eve@example.org')]
    const { cookie, next } = await hold('/10.1000/x/watch', { ...typed, acting_for: ada.id })
    expect((await shown(next, cookie, eve.cookie)).model).toEqual({ kind: 'other', id: expect.any(String) })
    expect(await shown(next, ada.cookie)).toEqual({ status: 404, model: { kind: 'gone' } })
    const other = `corroborate_held_forms=${'x'.repeat(43)}`
    expect((await shown(next, other, ada.cookie)).model).toEqual({ kind: 'gone' })
    const loggedOut = await request(next, { headers: { cookie } })
    expect([loggedOut.status, loggedOut.headers.get('location')]).toEqual([
      303,
      `/login?${new URLSearchParams({ redirect_url: next })}`,
    ])
  })

  test('of a visitor is shown to whoever logs in only after they said that it is theirs', async () => {
    const { hold, shown, person, send } = await setUp()
    const eve = person('eve@example.org')
    const { cookie, next } = await hold('/10.1000/x/claim', typed)
    expect((await shown(next, cookie, eve.cookie)).model).toEqual({ kind: 'ask', id: expect.any(String), page: '/' })
    expect((await shown(`${next}&mine=yes`, cookie, eve.cookie)).model).toMatchObject({
      kind: 'confirm',
      fields: Object.entries(typed),
    })
    const id = new URLSearchParams(next.split('?')[1]).get('held_form') ?? ''
    await send('/continue', { held_form: id }, `${cookie}; ${eve.cookie}`)
    expect((await shown(`${next}&mine=yes`, cookie, eve.cookie)).model).toEqual({ kind: 'gone' })
  })

  test('a held form is deleted when submitted or discarded, and after two hours', async () => {
    const { hold, shown, person, send, db, provider } = await setUp()
    const ada = person('ada@example.org')
    const both = (cookie: string) => `${cookie}; ${ada.cookie}`
    const submitted = await hold('/10.1000/x/watch', { acting_for: ada.id })
    const { model } = await shown(submitted.next, submitted.cookie, ada.cookie)
    const action = model.kind === 'confirm' ? model.action : ''
    // Rejected input is retained.
    expect((await send(action, { acting_for: 'somebody-else' }, both(submitted.cookie))).status).toBe(401)
    expect((await shown(submitted.next, submitted.cookie, ada.cookie)).model.kind).toBe('confirm')
    expect((await send(action, { acting_for: ada.id }, both(submitted.cookie))).status).toBe(303)
    expect((await shown(submitted.next, submitted.cookie, ada.cookie)).model.kind).toBe('gone')

    const discarded = await hold('/10.1000/x/claim', typed)
    const id = new URLSearchParams(discarded.next.split('?')[1]).get('held_form') ?? ''
    await send('/continue', { held_form: id }, both(`corroborate_held_forms=${'x'.repeat(43)}`))
    expect((await shown(discarded.next, discarded.cookie, ada.cookie)).model.kind).toBe('ask')
    expect((await send('/continue', { held_form: id }, both(discarded.cookie))).status).toBe(303)
    expect((await shown(discarded.next, discarded.cookie, ada.cookie)).model.kind).toBe('gone')

    const late = await hold('/10.1000/x/claim', typed)
    provider.clock.now += 2 * 60 * 60_000
    expect((await shown(late.next, late.cookie, person('ada@example.org').cookie)).model.kind).toBe('gone')
    await hold('/10.1000/x/claim', typed)
    expect(
      await db
        .selectFrom('held_forms' as never)
        .selectAll()
        .execute(),
    ).toHaveLength(1)
  })

  test('a held form cannot be continued after a log-out unless the log-out leads to it', async () => {
    const { hold, person, request } = await setUp()
    const ada = person('ada@example.org')
    const { cookie, next } = await hold('/10.1000/x/claim', typed)
    const logOut = async (path: string) =>
      (await request(path, { headers: { cookie: `${cookie}; ${ada.cookie}` } })).headers
        .getSetCookie()
        .some(line => line.startsWith('corroborate_held_forms=;'))
    expect(await logOut(`/logout?${new URLSearchParams({ redirect_url: next })}`)).toBe(false)
    expect(await logOut('/logout')).toBe(true)
  })

  test('several forms are held per browser, up to a limit per IP address', async () => {
    const { app, origin } = appUnderTest({ db: await open(), identity: 'http://127.0.0.1:9' })
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams(typed).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }
    const send = (cookie: string) =>
      app.request(`${origin}/10.1000/x/claim`, { method: 'POST', body, headers: { ...headers, ...type, cookie } })
    const first = await send('')
    const [secret = ''] = first.headers.getSetCookie()[0]?.split(';') ?? []
    expect((await send(secret)).headers.getSetCookie()[0]).toContain(secret)
    const pages = []
    for (let n = 0; n < 30; n++) pages.push(((await (await send(secret)).json()) as Held).page)
    expect(new Set(pages)).toEqual(new Set(['continue', 'error']))
  })
})
