import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { AppTables } from '../../../testing/index.ts'
import { ada, type Browser, browserOf, paper, signedInOn, signedInSiteOn, siteOn } from './testing/index.ts'

const sendLink = '/magic_links/email/login_or_create'

describeStore<AppTables>('the addresses of signing in', siteMigrations, open => {
  const setUp = async (settings?: Record<string, string>) => siteOn(await open(), settings)
  const signedIn = async () => signedInSiteOn(await open())

  test('whose session a request comes with is not asked for what is the same for everybody', async () => {
    const { provider, browser } = await setUp()
    browser.cookies.set('corroborate_session', `${'x'.repeat(43)}.`)
    await browser.asks('/assets/nothing.js')
    expect([provider.requests, browser.setCookies]).toEqual([[], []])
    await browser.asks('/nothing/assets/')
    expect(provider.asked('/sessions/authenticate')).toBe(1)
  })

  describe('a call that says for which account its page was made', () => {
    const upvote = { voteType: 'upvote', seen: 'none' }
    const actingFor = async (browser: Browser, id: string) =>
      (await browser.calls(`${paper}/vote`, { json: upvote, headers: { 'acting-for': id } })).status

    test('is done for that account, and for no other, nor for a visitor once the session has ended', async () => {
      const { provider, browser, session } = await signedIn()
      const mine = session.user.id
      expect(await actingFor(browser, mine)).toBe(200)
      expect(await actingFor(browser, provider.addUser('eve@example.org').id)).toBe(401)
      await browser.calls('/logout', { method: 'POST' })
      expect(await signedInOn(browser)).toBe(false)
      expect(await actingFor(browser, mine)).toBe(401)
      expect(await actingFor(browser, '')).toBe(401)
      expect((await browser.asks(paper)).text).toContain('"counts":{"upvotes":1,"downvotes":0,"signedIn":1}')
    })

    test('hears that nobody can say who it is while the provider is silent', async () => {
      const { provider, browser, session } = await signedIn()
      provider.clock.now += 6 * 60_000
      provider.behave({ status: 503 })
      expect(await actingFor(browser, session.user.id)).toBe(503)
    })
  })

  test('a page that shows an account is kept by no browser: Back would show it after a log-out', async () => {
    const { browser } = await signedIn()
    const kept = async (path: string) => (await browser.asks(path)).headers.get('cache-control')
    for (const path of [paper, '/', '/recent', '/dashboard', '/about'])
      expect([path, await kept(path)]).toEqual([path, 'no-store'])
    await browser.calls('/logout', { method: 'POST' })
    for (const path of [paper, '/', '/recent', '/about'])
      expect([path, await kept(path)]).toEqual([path, expect.stringMatching(/^public, max-age=0, /)])
  })

  test('a form that is rejected because its session has ended leads to logging in, and on to the form', async () => {
    const { browser } = await setUp()
    const refused = await browser.asks('/dashboard/mails', {
      form: { locale: 'de' },
      headers: { referer: 'http://localhost:5000/dashboard/mails?a=b' },
    })
    expect(refused.status).toBe(401)
    expect(refused.shown().model).toMatchObject({
      kind: 'held',
      login: expect.stringMatching(/^\/login\?redirect_url=%2Fcontinue%3Fheld_form%3D[\w-]{36}$/),
    })
    const asked = await browser.asks('/moderate')
    expect(asked.shown().model).toMatchObject({ login: '/login?redirect_url=%2Fmoderate' })
  })

  describe('the query of a page', () => {
    test('that asks for nothing changes nothing', async () => {
      const { browser } = await setUp()
      const [plain, asking] = [await browser.asks(paper), await browser.asks(`${paper}?q=1`)]
      for (const name of ['cache-control', 'referrer-policy'])
        expect([name, asking.headers.get(name)]).toEqual([name, plain.headers.get(name)])
    })

    test('is for who comes to read it: what is sent there is taken as it is', async () => {
      const { browser, session } = await signedIn()
      const json = { voteType: 'upvote' }
      for (const query of ['clear_session=true', `session_token=${session.token}`])
        expect((await browser.calls(`${paper}/vote?${query}`, { json })).status).toBe(200)
      expect(await signedInOn(browser)).toBe(true)
    })
  })

  describe('a log-out', () => {
    test('that a browser asks for ahead of time does nothing, and is kept by nobody', async () => {
      const { browser } = await signedIn()
      const ahead = await browser.asks('/logout', { headers: { 'sec-purpose': 'prefetch' } })
      expect([ahead.status, ahead.text, ahead.headers.get('cache-control')]).toEqual([503, '', 'no-store'])
      expect(await signedInOn(browser)).toBe(true)
    })

    test.each([
      ['by a link', {}],
      ['by a form', { form: {} }],
    ])('%s is kept by nobody', async (_, how) => {
      const { browser } = await signedIn()
      const answer = await browser.asks('/logout', how)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store'])
    })

    test('of a session that can be checked is not counted', async () => {
      // 60 in ten minutes, by the scale of this test: 3.
      const { provider, app } = await setUp({ LIMITS_SCALE: '0.05' })
      for (let times = 0; times < 5; times++) {
        const { token } = provider.signIn(ada(provider))
        const browser = browserOf(app)
        browser.cookies.set('corroborate_session', `${token}.`)
        expect((await browser.asks('/logout', { form: {} })).status).toBe(303)
        expect(provider.sessions.has(token)).toBe(false)
      }
    })
  })

  describe('a link that is asked for without JavaScript', () => {
    const form = { email: 'ada@example.org', redirect_url: paper }

    test.each([
      ['', {}, /^corroborate_login=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/],
      [
        ', over TLS of this very host',
        { SITE_ORIGIN: 'https://papers.example' },
        /^__Host-login=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ],
    ])('is noted for an hour in a cookie that no script reads%s', async (_, settings, cookie) => {
      const { browser } = await setUp(settings)
      expect((await browser.asks('/login', { form })).status).toBe(200)
      expect(browser.setCookies).toEqual([expect.stringMatching(cookie)])
    })

    test.each([
      ['too_many_requests', 429],
      ['invalid_email', 400],
    ] as const)('and that the provider refuses (%s) is not mailed, and the form says so', async (refusal, status) => {
      const { provider, browser } = await setUp()
      provider.behave({ refusal })
      const answer = await browser.asks('/login', { form })
      expect([answer.status, answer.shown()]).toMatchObject([
        status,
        {
          page: 'login',
          model: { kind: 'ask', email: form.email, problem: expect.stringMatching(/\S/), redirect: paper },
        },
      ])
      expect(provider.asked(sendLink)).toBe(1)
      expect(browser.setCookies).toEqual([])
    })
  })
})
