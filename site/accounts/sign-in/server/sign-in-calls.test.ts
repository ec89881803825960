import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { AppTables } from '../../../testing/index.ts'
import { ada, type Browser, browserOf, paper, signedInOn, signedInSiteOn, siteOn } from './testing/index.ts'

const sendLink = '/magic_links/email/login_or_create'

describeStore<AppTables>('the addresses of signing in', siteMigrations, open => {
  const setUp = async (settings?: Record<string, string>) => siteOn(await open(), settings)
  const signedIn = async () => signedInSiteOn(await open())

  test('static content does not check the session', async () => {
    const { provider, browser } = await setUp()
    browser.cookies.set('corroborate_session', `${'x'.repeat(43)}.`)
    await browser.asks('/assets/nothing.js')
    expect([provider.requests, browser.setCookies]).toEqual([[], []])
    await browser.asks('/nothing/assets/')
    expect(provider.asked('/sessions/authenticate')).toBe(1)
  })

  describe('request that names its account', () => {
    const upvote = { voteType: 'upvote', seen: 'none' }
    const actingFor = async (browser: Browser, id: string) =>
      (await browser.calls(`${paper}/vote`, { json: upvote, headers: { 'acting-for': id } })).status

    test('the request applies to the named account only, and not to a visitor after the session ended', async () => {
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

    test('the request returns unavailable while the session cannot be checked', async () => {
      const { provider, browser, session } = await signedIn()
      provider.clock.now += 6 * 60_000
      provider.behave({ status: 503 })
      expect(await actingFor(browser, session.user.id)).toBe(503)
    })
  })

  test('a page showing an account is not stored, since Back would show it after logging out', async () => {
    const { browser } = await signedIn()
    const kept = async (path: string) => (await browser.asks(path)).headers.get('cache-control')
    for (const path of [paper, '/', '/recent', '/dashboard', '/about'])
      expect([path, await kept(path)]).toEqual([path, 'no-store'])
    await browser.calls('/logout', { method: 'POST' })
    for (const path of [paper, '/', '/recent', '/about'])
      expect([path, await kept(path)]).toEqual([path, expect.stringMatching(/^public, max-age=0, /)])
  })

  test('a form rejected because its session ended leads to logging in and on to the form', async () => {
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

  describe('query of a page', () => {
    test('a query without login parameters changes nothing', async () => {
      const { browser } = await setUp()
      const [plain, asking] = [await browser.asks(paper), await browser.asks(`${paper}?q=1`)]
      for (const name of ['cache-control', 'referrer-policy'])
        expect([name, asking.headers.get(name)]).toEqual([name, plain.headers.get(name)])
    })

    test('login parameters apply to page views only, not to form posts', async () => {
      const { browser, session } = await signedIn()
      const json = { voteType: 'upvote' }
      for (const query of ['clear_session=true', `session_token=${session.token}`])
        expect((await browser.calls(`${paper}/vote?${query}`, { json })).status).toBe(200)
      expect(await signedInOn(browser)).toBe(true)
    })
  })

  describe('log-out', () => {
    test('a prefetched log-out does nothing and is uncached', async () => {
      const { browser } = await signedIn()
      const ahead = await browser.asks('/logout', { headers: { 'sec-purpose': 'prefetch' } })
      expect([ahead.status, ahead.text, ahead.headers.get('cache-control')]).toEqual([503, '', 'no-store'])
      expect(await signedInOn(browser)).toBe(true)
    })

    test.each([
      ['by a link', {}],
      ['by a form', { form: {} }],
    ])('a log-out %s is uncached', async (_, how) => {
      const { browser } = await signedIn()
      const answer = await browser.asks('/logout', how)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store'])
    })

    test('a log-out of a verifiable session is not rate limited', async () => {
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

  describe('magic link without JavaScript', () => {
    const form = { email: 'ada@example.org', redirect_url: paper }

    test.each([
      ['', {}, /^corroborate_login=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/],
      [
        ', over TLS of this very host',
        { SITE_ORIGIN: 'https://papers.example' },
        /^__Host-login=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ],
    ])('the link is recorded for an hour in an HttpOnly cookie%s', async (_, settings, cookie) => {
      const { browser } = await setUp(settings)
      expect((await browser.asks('/login', { form })).status).toBe(200)
      expect(browser.setCookies).toEqual([expect.stringMatching(cookie)])
    })

    test.each([
      ['too_many_requests', 429],
      ['invalid_email', 400],
    ] as const)('a request the provider rejects (%s) sends no email and shows an error', async (refusal, status) => {
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
