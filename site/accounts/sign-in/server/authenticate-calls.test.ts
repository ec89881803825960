import type { HttpContext } from '@corroborate/server-kit/http'
import { describeStore } from '@corroborate/server-kit/testing'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { AppTables } from '../../../testing/index.ts'
import { type AuthenticateOptions, createAuthenticateCalls } from './authenticate-calls.ts'
import { createSignInAnswers } from './sign-in-answers.ts'
import { ada, newsOf, paper, signedInSiteOn, siteOn } from './testing/index.ts'

const overTls = { SITE_ORIGIN: 'https://papers.example' }
const back = `redirect_url=${encodeURIComponent(paper)}`
const unknown = 'x'.repeat(43)
const linkAt = (token: string, type = 'magic_links') => `/authenticate?stytch_token_type=${type}&token=${token}&${back}`
const linkForm = (token: string) => ({ stytch_token_type: 'magic_links', token, redirect_url: paper })
/** A session with a stale JWT is unknown then. Everything else works. */
const saysOfNoSession = { refusal: 'too_many_requests', at: '/sessions/authenticate' } as const

describeStore<AppTables>('/authenticate', siteMigrations, open => {
  describe('response headers', () => {
    test.each([
      ['a question without a token', '/authenticate', undefined],
      ['an end elsewhere', '/authenticate?error=oauth_access_denied', undefined],
      ['a form', '/authenticate', { session_token: unknown }],
      ['a form with a link', '/authenticate', linkForm('nobody')],
    ])('responses are uncached and send no referrer: %s', async (_, path, form) => {
      const { browser } = await siteOn(await open())
      const { headers } = await browser.asks(path, form === undefined ? {} : { form })
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    })
  })

  describe('API requests', () => {
    const program = { accept: '*/*' }

    test('an empty request gets usage instructions', async () => {
      const { browser } = await siteOn(await open())
      const answer = await browser.calls('/authenticate', { json: {} })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('send a session_token, or')])
    })

    test('a session redirects only to where it was requested', async () => {
      const { browser, session } = await signedInSiteOn(await open())
      const path = `/authenticate?session_token=${session.token}`
      expect(await browser.calls(`${path}&${back}`)).toMatchObject({ status: 303, location: paper })
      expect(await browser.calls(path)).toMatchObject({ status: 200, location: null })
    })

    test.each(['', 'x', 'T'.repeat(19), `${unknown}!`])(
      'the token %j is rejected without contacting the provider',
      async token => {
        const { browser, provider } = await siteOn(await open())
        const path = `/authenticate?session_token=${encodeURIComponent(token)}`
        expect((await browser.calls(path)).status).toBe(401)
        expect((await browser.calls('/authenticate', { json: { session_token: token } })).status).toBe(401)
        expect(provider.requests).toEqual([])
      },
    )

    test('a magic link token signs in and returns the user', async () => {
      const { browser, provider } = await siteOn(await open())
      const answer = await browser.calls('/authenticate', { json: linkForm(provider.mailLink(ada(provider))) })
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { email: 'ada@example.org' }])
      expect(browser.cookies.has('corroborate_session')).toBe(true)
      expect(newsOf(browser)).toBeNull()
    })

    test('a used link returns the provider’s error, and can be retried while the provider is unavailable', async () => {
      const { browser, provider } = await siteOn(await open())
      const spend = (token: string) => browser.calls('/authenticate', { json: linkForm(token) })
      const spent = await spend('nobody')
      expect([spent.status, spent.text]).toEqual([401, expect.stringContaining('used already')])
      const token = provider.mailLink(ada(provider))
      provider.behave({ status: 503 })
      const away = await spend(token)
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
      provider.behave('answer')
      expect((await spend(token)).status).toBe(200)
    })

    test('the response format follows Accept, for forms and pages', async () => {
      const { browser, session } = await signedInSiteOn(await open())
      const form = { session_token: session.token }
      const byScript = { headers: { 'sec-fetch-mode': 'cors' } }
      expect(await browser.calls('/authenticate', { form, ...byScript })).toMatchObject({ status: 200 })
      expect(await browser.asks('/authenticate', { json: form })).toMatchObject({ status: 200 })
      expect(await browser.says('/authenticate', { json: form, headers: program })).toMatchObject({ status: 200 })
    })
  })

  describe('session token', () => {
    test('a session accepted without JavaScript is announced to the next page’s script', async () => {
      const { browser, provider } = await siteOn(await open())
      const { token, user } = provider.signIn(ada(provider))
      await browser.asks(`/authenticate?session_token=${token}`)
      expect(newsOf(browser)).toEqual({ kind: 'in', token, userId: user.id, login: null })
    })

    test('a form with the browser’s own session neither asks nor accepts it again', async () => {
      const { browser, session } = await signedInSiteOn(await open())
      const form = { session_token: session.token, redirect_url: paper }
      expect(await browser.says('/authenticate', { form })).toMatchObject({ status: 303, location: paper })
      expect(newsOf(browser)).toBeNull()
    })

    test('a missing session redirects a signed-in user back', async () => {
      const { browser } = await signedInSiteOn(await open())
      expect(await browser.asks(`/authenticate?${back}`)).toMatchObject({ status: 303, location: paper })
    })

    test('a session that ended before confirmation shows an error and keeps the return URL', async () => {
      const { browser } = await siteOn(await open())
      const page = await browser.asks('/authenticate', { form: { session_token: unknown, redirect_url: paper } })
      expect([page.status, page.shown()]).toMatchObject([401, { model: { kind: 'failed', redirect: paper } }])
    })

    test('another user’s session is not mistaken for one’s own while the provider is unavailable', async () => {
      const { browser, provider, session } = await signedInSiteOn(await open())
      await browser.asks(paper)
      const eve = provider.signIn(provider.addUser('eve@example.org'))
      provider.behave({ status: 503 })
      const path = (token: string) => `/authenticate?session_token=${token}&${back}`
      expect((await browser.calls(path(session.token))).status).toBe(303)
      expect((await browser.calls(path(eve.token))).status).toBe(503)
      const page = await browser.asks(path(eve.token))
      expect([page.status, page.shown()]).toMatchObject([503, { model: { kind: 'failed', redirect: paper } }])
    })

    test('over TLS the confirmation form carries the browser’s token', async () => {
      const { browser, provider } = await siteOn(await open(), overTls)
      const { token } = provider.signIn(ada(provider))
      const page = await browser.says(`/authenticate?session_token=${token}`)
      const asked: string = Reflect.get(page.shown().model as object, 'asked')
      expect(browser.cookies.get('__Host-asked')).toBe(asked)
      const form = { session_token: token, redirect_url: paper, asked }
      expect(await browser.says('/authenticate', { form })).toMatchObject({ status: 303, location: paper })
    })
  })

  describe('magic link', () => {
    test('a magic link names the session it would replace, or says that there is one if unknown', async () => {
      const { browser, provider, session } = await signedInSiteOn(await open())
      const link = linkAt(provider.mailLink(provider.addUser('eve@example.org')))
      const replaces = async () => Reflect.get((await browser.asks(link)).shown().model as object, 'replaces')
      expect(await replaces()).toBe('ada@example.org')
      provider.clock.now += 6 * 60_000
      provider.behave(saysOfNoSession)
      expect(await replaces()).toBe('')
      provider.behave('answer')
      expect(await replaces()).toBe('ada@example.org')
      provider.sessions.delete(session.token)
      expect(await replaces()).toBe('')
    })

    test('an invalid magic link leads back to its destination', async () => {
      const { browser, provider } = await siteOn(await open())
      const used = await browser.asks(linkAt('nobody'))
      expect([used.status, used.shown()]).toMatchObject([401, { model: { redirect: paper, again: null } }])
      const token = provider.mailLink(ada(provider))
      const again = { type: 'magic_links', token, redirect: paper }
      for (const behaviour of [{ status: 503 }, { refusal: 'too_many_requests' }] as const) {
        provider.behave(behaviour)
        const away = await browser.asks(linkAt(token))
        expect([away.status, away.shown()]).toMatchObject([503, { model: { redirect: paper, again } }])
      }
    })

    test('a password reset link is not inspected here', async () => {
      const { browser, provider } = await siteOn(await open())
      expect((await browser.asks(linkAt('abc', 'reset_password'), { method: 'HEAD' })).status).toBe(400)
      expect(provider.requests).toEqual([])
    })

    test('a magic link requested here carries its cookie note, over TLS too', async () => {
      for (const settings of [{}, overTls]) {
        const { browser, provider } = await siteOn(await open(), settings)
        const name = settings === overTls ? '__Host-login' : 'corroborate_login'
        await browser.asks('/login', { form: { email: 'ada@example.org', redirect_url: paper } })
        expect(browser.setCookies.find(cookie => cookie.startsWith(name))).toContain('; Max-Age=3600;')
        const form = { stytch_token_type: 'magic_links', token: provider.mails[0]?.token ?? '' }
        expect(await browser.asks('/authenticate', { form })).toMatchObject({ status: 303, location: paper })
        expect(browser.cookies.has(name)).toBe(false)
      }
    })

    test.each([
      ['their name', { firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
      ['their address where they gave none', {}, 'ada@example.org'],
      ['200 characters of a longer one', { firstName: 'a'.repeat(201) }, 'a'.repeat(200)],
    ])('a magic link login announces the user to the next page’s script: %s', async (_, names, name) => {
      const { browser, provider } = await siteOn(await open())
      const user = provider.addUser('ada@example.org', names)
      await browser.asks('/authenticate', { form: linkForm(provider.mailLink(user)) })
      const login = { method: 'magic_link', isSignup: true, name, email: 'ada@example.org' }
      expect(newsOf(browser)).toEqual({ kind: 'in', token: expect.any(String), userId: user.id, login })
    })
  })
})

test('a session that ended before it was accepted signs nobody in', async () => {
  const ended = { token: unknown, jwt: null, sessionId: 'session-test-1', expiresAt: 0 }
  const options = {
    origin: 'http://localhost',
    browser: { drop: () => {} },
    sessions: { accept: async () => ({ kind: 'nobody' }) },
    provider: { spendLink: async () => ({ kind: 'found', session: ended }) },
    limits: { require: async () => {} },
    pages: { show: (_c: unknown, _page: unknown, model: object, status: number) => Response.json(model, { status }) },
  } as unknown as AuthenticateOptions
  const answers = createSignInAnswers(options)
  const { takeNew } = answers
  const { post } = createAuthenticateCalls(options, answers)
  const app = new Hono()
    .post('/authenticate', c => post(c as unknown as HttpContext))
    .post('/reset-password', c =>
      takeNew(c as unknown as HttpContext, ended as never, { method: 'password', redirect: paper }),
    )
  for (const path of ['/authenticate', '/reset-password']) {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const answer = await app.request(path, { method: 'POST', headers, body: new URLSearchParams(linkForm('a')) })
    expect([answer.status, await answer.json()]).toMatchObject([401, { kind: 'failed', redirect: paper }])
  }
})
