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
  describe('whatever it answers', () => {
    test.each([
      ['a question without a token', '/authenticate', undefined],
      ['an end elsewhere', '/authenticate?error=oauth_access_denied', undefined],
      ['a form', '/authenticate', { session_token: unknown }],
      ['a form with a link', '/authenticate', linkForm('nobody')],
    ])('is kept by nobody, and no referrer tells of it: %s', async (_, path, form) => {
      const { browser } = await siteOn(await open())
      const { headers } = await browser.asks(path, form === undefined ? {} : { form })
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
    })
  })

  describe('what a script or a program sends', () => {
    const program = { accept: '*/*' }

    test('is told what to send', async () => {
      const { browser } = await siteOn(await open())
      const answer = await browser.calls('/authenticate', { json: {} })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('send a session_token, or')])
    })

    test('a session is led on only to where it was asked to be', async () => {
      const { browser, session } = await signedInSiteOn(await open())
      const path = `/authenticate?session_token=${session.token}`
      expect(await browser.calls(`${path}&${back}`)).toMatchObject({ status: 303, location: paper })
      expect(await browser.calls(path)).toMatchObject({ status: 200, location: null })
    })

    test.each(['', 'x', 'T'.repeat(19), `${unknown}!`])('%j is no token, and nobody is asked about it', async token => {
      const { browser, provider } = await siteOn(await open())
      const path = `/authenticate?session_token=${encodeURIComponent(token)}`
      expect((await browser.calls(path)).status).toBe(401)
      expect((await browser.calls('/authenticate', { json: { session_token: token } })).status).toBe(401)
      expect(provider.requests).toEqual([])
    })

    test('a link signs in, and says who', async () => {
      const { browser, provider } = await siteOn(await open())
      const answer = await browser.calls('/authenticate', { json: linkForm(provider.mailLink(ada(provider))) })
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { email: 'ada@example.org' }])
      expect(browser.cookies.has('corroborate_session')).toBe(true)
      expect(newsOf(browser)).toBeNull()
    })

    test('a link that is spent is refused in the words of the provider; while it is away it can be tried again', async () => {
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

    test('is answered as it asks, by a form or for a page', async () => {
      const { browser, session } = await signedInSiteOn(await open())
      const form = { session_token: session.token }
      const byScript = { headers: { 'sec-fetch-mode': 'cors' } }
      expect(await browser.calls('/authenticate', { form, ...byScript })).toMatchObject({ status: 200 })
      expect(await browser.asks('/authenticate', { json: form })).toMatchObject({ status: 200 })
      expect(await browser.says('/authenticate', { json: form, headers: program })).toMatchObject({ status: 200 })
    })
  })

  describe('a session', () => {
    test('that is taken without script is told to the script of the next page', async () => {
      const { browser, provider } = await siteOn(await open())
      const { token, user } = provider.signIn(ada(provider))
      await browser.asks(`/authenticate?session_token=${token}`)
      expect(newsOf(browser)).toEqual({ kind: 'in', token, userId: user.id, login: null })
    })

    test('of the browser itself is neither taken again nor asked about when a form brings it', async () => {
      const { browser, session } = await signedInSiteOn(await open())
      const form = { session_token: session.token, redirect_url: paper }
      expect(await browser.says('/authenticate', { form })).toMatchObject({ status: 303, location: paper })
      expect(newsOf(browser)).toBeNull()
    })

    test('none at all leads who is signed in back', async () => {
      const { browser } = await signedInSiteOn(await open())
      expect(await browser.asks(`/authenticate?${back}`)).toMatchObject({ status: 303, location: paper })
    })

    test('that has ended before the button is pressed says so, and the way back stays', async () => {
      const { browser } = await siteOn(await open())
      const page = await browser.asks('/authenticate', { form: { session_token: unknown, redirect_url: paper } })
      expect([page.status, page.shown()]).toMatchObject([401, { model: { kind: 'failed', redirect: paper } }])
    })

    test('of somebody else is not taken for the own one while the provider is away', async () => {
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

    test('over TLS its question is answered by a form that brings what the browser was given', async () => {
      const { browser, provider } = await siteOn(await open(), overTls)
      const { token } = provider.signIn(ada(provider))
      const page = await browser.says(`/authenticate?session_token=${token}`)
      const asked: string = Reflect.get(page.shown().model as object, 'asked')
      expect(browser.cookies.get('__Host-asked')).toBe(asked)
      const form = { session_token: token, redirect_url: paper, asked }
      expect(await browser.says('/authenticate', { form })).toMatchObject({ status: 303, location: paper })
    })
  })

  describe('a mailed link', () => {
    test('says who it would replace; where nobody can say, that it is somebody', async () => {
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

    test('that does not work leads back to where it was to lead', async () => {
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

    test('for a new password is looked at by nobody here', async () => {
      const { browser, provider } = await siteOn(await open())
      expect((await browser.asks(linkAt('abc', 'reset_password'), { method: 'HEAD' })).status).toBe(400)
      expect(provider.requests).toEqual([])
    })

    test('that was asked for here takes its note along, also over TLS', async () => {
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
    ])('tells the script of the next page who has logged in: %s', async (_, names, name) => {
      const { browser, provider } = await siteOn(await open())
      const user = provider.addUser('ada@example.org', names)
      await browser.asks('/authenticate', { form: linkForm(provider.mailLink(user)) })
      const login = { method: 'magic_link', isSignup: true, name, email: 'ada@example.org' }
      expect(newsOf(browser)).toEqual({ kind: 'in', token: expect.any(String), userId: user.id, login })
    })
  })
})

test('a session that ended here before it was taken signs nobody in', async () => {
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
