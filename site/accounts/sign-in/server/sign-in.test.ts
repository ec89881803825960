import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import { parseDoi } from '../../../kit/doi/index.ts'
import { votesReader } from '../../../readers/votes/store.ts'
import { type AppTables, appUnderTest, type StandInProvider } from '../../../testing/index.ts'
import { ada, type Browser, browserOf, newsOf, paper, signedInOn, signedInSiteOn, siteOn } from './testing/index.ts'

const doi = parseDoi('10.1000/x') ?? expect.fail()
/** Backoff after a provider failure, in ms. */
const leftAlone = 2_000

describeStore<AppTables>('signing in', siteMigrations, (open, store) => {
  const setUp = async (settings?: Record<string, string>, wish?: { requirePkce: boolean }) =>
    siteOn(await open(), settings, wish)
  const signedIn = async (settings?: Record<string, string>) => signedInSiteOn(await open(), settings)
  const vote = (browser: Browser, voteType: string) => browser.calls(`${paper}/vote`, { json: { voteType } })
  const votesOf = (db: Kysely<AppTables>, userId: string) =>
    votesReader(db.$pickTables<'votes' | 'vote_counts'>())(doi, { key: `user:${userId}`, signedIn: true })

  describe('session token sign-in', () => {
    test('a script receives the account, and the browser an HttpOnly cookie', async () => {
      const { provider, browser } = await setUp()
      const { token, user } = provider.signIn(ada(provider))
      const answer = await browser.calls(`/authenticate?session_token=${token}`)
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        200,
        { user_id: user.id, name: 'Ada Lovelace', email: 'ada@example.org', roles: ['stytch_user'] },
      ])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      const cookie = browser.setCookies[0] ?? ''
      expect(cookie).toMatch(/^corroborate_session=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(await signedInOn(browser)).toBe(true)
    })

    test('over TLS the cookie has the __Host- prefix', async () => {
      const { browser } = await signedIn({ SITE_ORIGIN: 'https://papers.example' })
      expect(browser.setCookies[0]).toMatch(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(await signedInOn(browser)).toBe(true)
    })

    test('a browser visiting the URL is redirected without the token', async () => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const answer = await browser.asks(
        `/authenticate?session_token=${token}&redirect_url=${encodeURIComponent(`${paper}?a=b`)}`,
      )
      expect([answer.status, answer.location]).toEqual([303, `${paper}?a=b`])
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect((await browser.asks(`/authenticate?session_token=${token}`)).location).toBe('/')
    })

    test.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/%09//x',
      '%2F%2Fevil.example',
    ])('nobody is led to %j', async redirect => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const answer = await browser.asks(
        `/authenticate?session_token=${token}&redirect_url=${encodeURIComponent(redirect)}`,
      )
      expect(answer.status).toBe(303)
      expect(new URL(answer.location ?? '', 'http://localhost:5000').origin).toBe('http://localhost:5000')
      expect(answer.location).not.toMatch(/^[/\\]{2}/)
    })

    test.each(['', 'x', 'T'.repeat(43), 'a.b.c', 'e30.e30.', '../../../x', "' or 1=1 --"])(
      'the token %j is rejected',
      async token => {
        const { browser } = await setUp()
        const path = `/authenticate?session_token=${encodeURIComponent(token)}`
        expect((await browser.calls(path)).status).toBe(401)
        const page = await browser.asks(path)
        expect([page.status, page.shown()]).toMatchObject([401, { page: 'authenticate', model: { kind: 'failed' } }])
        expect(browser.cookies.size).toBe(0)
      },
    )

    test('a repeated token is rejected', async () => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const twice = `session_token=${token}&session_token=${token}`
      expect((await browser.calls(`/authenticate?${twice}`)).status).toBe(401)
    })

    test('a missing token is an error for API clients and shows the form to browsers', async () => {
      const { browser } = await setUp()
      expect((await browser.calls('/authenticate')).status).toBe(400)
      expect((await browser.asks('/authenticate')).location).toBe('/login')
    })

    test('images, HEAD requests and prefetches do not sign in', async () => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const path = `/authenticate?session_token=${token}`
      await browser.calls(path, { headers: { 'sec-fetch-dest': 'image' } })
      await browser.asks(path, { method: 'HEAD' })
      expect((await browser.asks(path, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503)
      expect(browser.cookies.size).toBe(0)
    })
  })

  describe('session not handed over by our own page', () => {
    /** Fetch metadata of the browsers that send it. */
    const ways = [
      ['a link of another site', { 'sec-fetch-site': 'cross-site' }],
      ['a link of a sibling host', { 'sec-fetch-site': 'same-site' }],
      ['a mail program, a messenger or a QR code', { 'sec-fetch-site': 'none' }],
      ['a link in a browser that says nothing of it', { 'sec-fetch-site': '' }],
    ] as const
    const comes = (browser: Browser, path: string, { 'sec-fetch-site': site }: { 'sec-fetch-site': string }) =>
      site === '' ? browser.says(path) : browser.asks(path, { headers: { 'sec-fetch-site': site } })

    test.each(ways)('a session arriving by %s needs a confirming click', async (_, how) => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const query = `session_token=${token}&redirect_url=${encodeURIComponent(paper)}`
      const page = await comes(browser, `/authenticate?${query}`, how)
      expect([page.status, page.shown()]).toMatchObject([
        200,
        {
          page: 'authenticate',
          model: { kind: 'confirm', account: 'ada@example.org', replaces: null, sessionToken: token, redirect: paper },
          reader: { signedIn: false },
        },
      ])
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(browser.cookies.has('corroborate_session')).toBe(false)

      const forged = await browser.comesFromElsewhere('/authenticate', { form: { session_token: token } })
      expect(forged.status).toBe(403)
      expect(browser.cookies.has('corroborate_session')).toBe(false)

      const pressed = await browser.asks('/authenticate', { form: { session_token: token, redirect_url: paper } })
      expect([pressed.status, pressed.location]).toEqual([303, paper])
      expect(await signedInOn(browser)).toBe(true)
    })

    test('the confirmation names the account without invisible characters', async () => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(provider.addUser('e\u202eve@exa\u200bmple.org'))
      const page = await browser.comesFromElsewhere(`/authenticate?session_token=${token}`)
      expect(page.shown()).toMatchObject({ model: { kind: 'confirm', account: 'eve@example.org' } })
    })

    test.each(ways)('the confirmation names the session it would replace, by %s', async (_, how) => {
      const { provider, browser } = await signedIn()
      const before = browser.cookies.get('corroborate_session')
      const eve = provider.signIn(provider.addUser('eve@example.org'))
      const page = await comes(browser, `/authenticate?session_token=${eve.token}`, how)
      expect(page.shown()).toMatchObject({
        model: { kind: 'confirm', account: 'eve@example.org', replaces: 'ada@example.org' },
      })
      expect(browser.cookies.get('corroborate_session')).toBe(before)
      await browser.asks('/authenticate', { form: { session_token: eve.token } })
      expect(browser.cookies.get('corroborate_session')?.startsWith(eve.token)).toBe(true)
    })

    test.each(ways)('a session on any other page redirects to the confirmation, by %s', async (_, how) => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const path = `${paper}?auth_success=true&session_token=${token}&user_id=user-test-1&q=1`
      const sent = await comes(browser, path, how)
      const query = new URLSearchParams({ session_token: token, redirect_url: `${paper}?q=1` })
      expect([sent.status, sent.location]).toEqual([303, `/authenticate?${query}`])
      expect(sent.headers.get('referrer-policy')).toBe('no-referrer')
      expect(browser.cookies.size).toBe(0)
    })

    test('a form of unknown origin needs confirmation, and is accepted if it carries our token', async () => {
      const { provider, app } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const form = { session_token: token, redirect_url: paper }
      for (const headers of [{}, { 'sec-fetch-site': 'none' }]) {
        const browser = browserOf(app)
        const asked = await browser.says('/authenticate', { form, headers })
        expect([asked.status, asked.shown()]).toMatchObject([
          200,
          { page: 'authenticate', model: { kind: 'confirm', account: 'ada@example.org', sessionToken: token } },
        ])
        expect(browser.cookies.has('corroborate_session')).toBe(false)
      }
      const browser = browserOf(app)
      const page = await browser.says(`/authenticate?session_token=${token}`)
      const asked: string = Reflect.get(page.shown().model as object, 'asked')
      const forged = browserOf(app)
      for (const value of [asked, '', 'x'.repeat(22)]) {
        await forged.says('/authenticate', { form: { ...form, asked: value } })
        expect(forged.cookies.has('corroborate_session')).toBe(false)
      }
      expect(await browser.says('/authenticate', { form: { ...form, asked } })).toMatchObject({ location: paper })
      expect(await signedInOn(browser)).toBe(true)
    })

    test('a form of unknown origin does not use up a magic link', async () => {
      const { provider, browser } = await setUp()
      const form = { stytch_token_type: 'magic_links', token: provider.mailLink(ada(provider)), redirect_url: paper }
      const page = await browser.says('/authenticate', { form })
      expect(page.shown()).toMatchObject({ model: { kind: 'link', account: 'ada@example.org', redirect: paper } })
      expect(provider.asked('/magic_links/authenticate')).toBe(0)
      const asked: string = Reflect.get(page.shown().model as object, 'asked')
      expect(await browser.says('/authenticate', { form: { ...form, asked } })).toMatchObject({ location: paper })
      expect(await signedInOn(browser)).toBe(true)
    })

    test('the browser’s current session needs no confirmation', async () => {
      const { browser, session } = await signedIn()
      const answer = await browser.says(`/authenticate?session_token=${session.token}&redirect_url=${paper}`)
      expect([answer.status, answer.location]).toEqual([303, paper])
    })

    test('an API client receives the account and no cookie', async () => {
      const { provider, app } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const program = browserOf(app)
      const answer = await program.says(`/authenticate?session_token=${token}`, { headers: { accept: '*/*' } })
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { email: 'ada@example.org' }])
      const foreign = { accept: '*/*', 'sec-fetch-site': 'cross-site' }
      expect((await program.says(`/authenticate?session_token=${token}`, { headers: foreign })).status).toBe(403)
      expect(program.cookies.size).toBe(0)
    })

    test('our script hands over a session even in browsers without fetch metadata', async () => {
      const { provider, app, browser } = await setUp()
      const { token } = provider.signIn(ada(provider))
      const headers = { accept: '*/*', origin: app.origin }
      const answer = await browser.says('/authenticate', { json: { session_token: token }, headers })
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { email: 'ada@example.org' }])
      expect(await signedInOn(browser)).toBe(true)
    })

    test('a return URL cannot lead to a session handover', async () => {
      const { provider, browser } = await setUp()
      const eve = provider.signIn(provider.addUser('eve@example.org'))
      const planted = `${paper}?auth_success=true&session_token=${eve.token}`
      const token = provider.mailLink(ada(provider))
      const pressed = await browser.asks('/authenticate', {
        form: { stytch_token_type: 'magic_links', token, redirect_url: planted },
      })
      expect(pressed.location).toBe('/')
      const shown = await browserOf((await setUp()).app).asks(`/login?redirect_url=${encodeURIComponent(planted)}`)
      expect(shown.text).not.toContain(eve.token)
    })
  })

  describe('unverified account in a session handover', () => {
    const unproved = (provider: StandInProvider) => provider.addUser('ada@example.org', { proved: false })

    test.each([
      ['by a link', '/authenticate?'],
      ['by a page that signed in elsewhere', `${paper}?auth_success=true&`],
    ])('an unverified account’s session is not accepted %s, nor by a form', async (_, path) => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(unproved(provider))
      for (const site of ['none', 'cross-site', 'same-origin']) {
        let answer = await browser.asks(`${path}session_token=${token}`, { headers: { 'sec-fetch-site': site } })
        if (answer.location?.startsWith('/authenticate')) {
          answer = await browser.asks(answer.location, { headers: { 'sec-fetch-site': site } })
        }
        expect([answer.status, answer.shown()]).toMatchObject([403, { model: { kind: 'failed' } }])
        expect(answer.text).not.toContain(token)
      }
      expect((await browser.asks('/authenticate', { form: { session_token: token } })).status).toBe(403)
      expect(browser.cookies.size).toBe(0)
    })

    test('a user who signs up by password on our page is signed in before verification', async () => {
      const { provider, browser } = await setUp()
      const { token } = provider.signIn(unproved(provider))
      expect((await browser.calls('/authenticate', { json: { session_token: token } })).status).toBe(200)
      expect(await signedInOn(browser)).toBe(true)
    })

    test('a verified phone number counts as verification and names the account', async () => {
      const { provider, browser } = await setUp()
      const user = provider.addUser('ada@example.org', { proved: false, phone: '+14155550100' })
      const { token } = provider.signIn(user)
      const page = await browser.comesFromElsewhere(`/authenticate?session_token=${token}`)
      expect(page.shown()).toMatchObject({ model: { kind: 'confirm', account: '+14155550100' } })
    })
  })

  describe('magic link in a browser with a session', () => {
    test('the current session is sent neither with the form nor with its retry', async () => {
      const { provider, browser, session } = await signedIn()
      const token = provider.mailLink(provider.addUser('eve@example.org'))
      await browser.asks('/authenticate', { form: { stytch_token_type: 'magic_links', token } })
      const sent = provider.requests.filter(({ path }) => path === '/magic_links/authenticate')
      expect(sent.map(request => request.token)).toEqual([null])
      expect(JSON.stringify(sent)).not.toContain(session.token)
    })
  })

  describe('`clear_session`', () => {
    const wish = `${paper}?clear_session=true&q=1`

    test.each([
      ['of another site', (browser: Browser) => browser.comesFromElsewhere(wish)],
      [
        'of an unknown page, as by the address bar',
        (browser: Browser) => browser.asks(wish, { headers: { 'sec-fetch-site': 'none' } }),
      ],
      ['by a browser that does not say', (browser: Browser) => browser.says(wish)],
    ])('%s, it shows the log-out page and changes nothing until confirmed', async (_, come) => {
      const { provider, browser, session } = await signedIn()
      browser.cookies.delete('corroborate_session_news')
      const sent = await come(browser)
      const query = new URLSearchParams({ ask: 'true', redirect_url: `${paper}?q=1` })
      expect([sent.status, sent.location]).toEqual([303, `/logout?${query}`])
      // Regardless of the reported origin.
      for (const page of [await browser.asks(sent.location ?? ''), await browser.says(sent.location ?? '')]) {
        expect(page.shown()).toMatchObject({ page: 'logout', model: { redirect: `${paper}?q=1` } })
      }
      expect(newsOf(browser)).toBeNull()
      expect(provider.sessions.has(session.token)).toBe(true)
      expect(await signedInOn(browser)).toBe(true)
      expect(await browser.asks('/logout', { form: { redirect_url: `${paper}?q=1` } })).toMatchObject({
        location: `${paper}?q=1`,
      })
      expect(newsOf(browser)).toEqual({ kind: 'out' })
      expect(await signedInOn(browser)).toBe(false)
    })

    test('from our own page it ends the session here and at the provider, and notifies the script', async () => {
      const { provider, browser, session } = await signedIn()
      expect(await browser.asks(wish)).toMatchObject({ status: 303, location: `${paper}?q=1` })
      expect(provider.sessions.has(session.token)).toBe(false)
      expect(newsOf(browser)).toEqual({ kind: 'out' })
      expect(await signedInOn(browser)).toBe(false)
    })

    test('our own log-out does not need it and notifies the script itself', async () => {
      const { browser } = await signedIn()
      expect((await browser.asks('/logout')).location).toBe('/')
      expect(newsOf(browser)).toEqual({ kind: 'out' })
    })
  })

  test('a script whose stored session ended learns whether the browser’s session continues', async () => {
    const { provider, browser, session } = await signedIn()
    const look = async (token: string) => {
      const answer = await browser.calls(`/authenticate?session_token=${token}`)
      return [answer.status, JSON.parse(answer.text).signed_in]
    }
    expect(await look('x'.repeat(43))).toEqual([401, true])
    provider.sessions.delete(session.token)
    expect(await look(session.token)).toEqual([401, false])
    expect(await look('x'.repeat(43))).toEqual([401, false])
  })

  describe('return URL', () => {
    test('the return URL cannot lead to another site by its path', async () => {
      const { browser } = await setUp()
      for (const path of ['//evil.example', '/%5Cevil.example', '/.//evil.example']) {
        const reset = await browser.asks(`${path}?stytch_token_type=reset_password&token=abc`)
        expect(new URL(reset.location ?? '/', 'http://localhost:5000').origin).toBe('http://localhost:5000')
      }
    })
  })

  describe('return from a social provider', () => {
    const landing = '/authenticate?stytch_token_type=oauth&token=abc'

    test.each(['cross-site', 'none', 'same-origin'])(
      'the server does not sign in and its page uses up nothing: %s',
      async site => {
        const { provider, browser } = await setUp()
        const page = await browser.asks(`${landing}&redirect_url=${paper}`, { headers: { 'sec-fetch-site': site } })
        expect([page.status, page.shown()]).toMatchObject([
          200,
          { model: { kind: 'social', token: 'abc', redirect: paper } },
        ])
        expect(page.headers.get('cache-control')).toBe('no-store')
        expect(page.headers.get('referrer-policy')).toBe('no-referrer')
        const form = { stytch_token_type: 'oauth', token: 'abc' }
        expect((await browser.asks('/authenticate', { form })).status).toBe(400)
        expect(provider.requests).toEqual([])
        expect(browser.cookies.size).toBe(0)
      },
    )

    test('a return to any other page is redirected to the login and back to that page', async () => {
      const { browser } = await setUp()
      const sent = await browser.comesFromElsewhere(`${paper}?stytch_token_type=oauth&token=abc`)
      const query = new URLSearchParams({ stytch_token_type: 'oauth', token: 'abc', redirect_url: paper })
      expect([sent.status, sent.location]).toEqual([303, `/authenticate?${query}`])
    })

    test.each([
      ['error=oauth_access_denied', 'The sign-in was cancelled.'],
      ['error=oauth_access_denied&error=x', 'Login with the external account failed.'],
      ['error=%3Cscript%3E', 'Login with the external account failed.'],
    ])('a return without a token (%s) shows our own error message', async (query, message) => {
      const { browser } = await setUp()
      const said = '<script>alert(1)</script> Call us'
      const path = `/authenticate?${query}&error_description=${encodeURIComponent(said)}&redirect_url=//evil.example`
      const page = await browser.comesFromElsewhere(path)
      expect([page.status, page.shown().model]).toEqual([400, { kind: 'refused', message, redirect: '/' }])
      expect(page.text).not.toMatch(/script>|Call us/)
    })
  })

  describe('magic link', () => {
    const landing = (token: string, type = 'magic_links') => `/authenticate?stytch_token_type=${type}&token=${token}`

    test('a magic link is used once by its button, not by opening it', async () => {
      const { provider, browser } = await setUp()
      const token = provider.mailLink(ada(provider))
      for (let times = 0; times < 3; times++) {
        const page = await browser.comesFromElsewhere(landing(token))
        expect(page.shown()).toMatchObject({
          page: 'authenticate',
          model: { kind: 'link', type: 'magic_links', token },
        })
        expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      }
      expect(provider.asked('/magic_links/authenticate')).toBe(0)

      const form = { stytch_token_type: 'magic_links', token, redirect_url: paper }
      const pressed = await browser.asks('/authenticate', { form })
      expect([pressed.status, pressed.location]).toEqual([303, paper])
      expect(await signedInOn(browser)).toBe(true)
      const again = await browserOf(appUnderTest({ db: await open(), identity: provider.origin })).asks(
        '/authenticate',
        { form },
      )
      expect(again.status).toBe(401)
      expect(again.shown()).toMatchObject({
        model: { kind: 'failed', message: expect.stringContaining('used already') },
      })
    })

    test('the page shows the link’s address without invisible characters and the session it replaces', async () => {
      const { provider, browser } = await signedIn()
      const eve = provider.addUser('e\u202eve@exa\u200bmple.org', { firstName: 'ada@example.org', proved: false })
      const page = await browser.asks(landing(provider.mailLink(eve)))
      expect(page.shown()).toMatchObject({
        model: { kind: 'link', account: 'eve@example.org', replaces: 'ada@example.org', isAsked: false },
      })
      const own = await browser.asks(landing(provider.mailLink(ada(provider))))
      expect(own.shown()).toMatchObject({ model: { account: 'ada@example.org', replaces: null } })
    })

    test('a magic link is recognized only in the browser that requested it', async () => {
      const { provider, app, browser } = await setUp()
      const isAsked = async (who: Browser, token: string) =>
        Reflect.get((await who.asks(landing(token))).shown().model as object, 'isAsked')
      await browser.asks('/login', { form: { email: 'ada@example.org', redirect_url: paper } })
      const [{ token } = { token: '' }] = provider.mails
      const [eves, sameMailbox] = ['eve@example.org', 'ada@example.org'].map(email =>
        provider.mailLink(provider.addUser(email)),
      )
      expect(await isAsked(browser, eves ?? '')).toBe(false)
      expect(await isAsked(browser, sameMailbox ?? '')).toBe(false)
      expect(await isAsked(browserOf(app), token)).toBe(false)
      expect(await isAsked(browser, token)).toBe(true)
      // Another user's link does not benefit from the note of the requested one.
      const form = { stytch_token_type: 'magic_links', token: eves ?? '' }
      expect((await browser.asks('/authenticate', { form })).location).toBe('/')
      expect((await browser.asks('/authenticate', { form: { ...form, token } })).location).toBe(paper)
    })

    test('an invalid magic link shows an error at once, and can be retried if it cannot be checked', async () => {
      const { provider, browser } = await setUp()
      const dead = await browser.asks(landing('abc'))
      expect([dead.status, dead.shown()]).toMatchObject([
        401,
        { model: { kind: 'failed', message: expect.stringContaining('used already'), again: null } },
      ])
      const token = provider.mailLink(ada(provider))
      provider.behave({ status: 503 })
      const away = await browser.asks(landing(token))
      expect([away.status, away.shown()]).toMatchObject([503, { model: { again: { type: 'magic_links', token } } }])
      expect(away.headers.get('cache-control')).toBe('no-store')
    })

    test('the second link of a reset email works and may lead to any page', async () => {
      const { provider, browser } = await setUp()
      const shown = (await browser.asks(landing(provider.mailLink(ada(provider)), 'login'))).shown()
      expect(shown).toMatchObject({ model: { type: 'login' } })
      const elsewhere = await browser.asks(`${paper}?stytch_token_type=magic_links&token=abc&q=1`)
      const query = { stytch_token_type: 'magic_links', token: 'abc', redirect_url: `${paper}?q=1` }
      expect(elsewhere.location).toBe(`/authenticate?${new URLSearchParams(query)}`)
    })

    test.each(['/authenticate', '/reset-password', '/'])(
      'a password reset link opens its form, also at %s',
      async path => {
        const { browser } = await setUp()
        const sent = await browser.asks(`${path}?stytch_token_type=reset_password&token=abc`)
        const page = path === '/' ? '/' : '/reset-password'
        expect([sent.status, sent.location]).toEqual([303, `${page}?action=reset_password&reset_password_token=abc`])
      },
    )

    test('a magic link of unknown type is rejected', async () => {
      const { browser } = await setUp()
      for (const type of ['oauth', 'multi_tenant']) {
        expect((await browser.asks(landing('abc', type))).text).not.toContain('"kind":"link"')
      }
      expect((await browser.asks(`${landing('abc')}&token=def`)).text).not.toContain('"kind":"link"')
    })

    test('a magic link pressed twenty times at once signs in once', async () => {
      const { provider, app } = await setUp()
      const form = { stytch_token_type: 'magic_links', token: provider.mailLink(ada(provider)) }
      const presses = Array.from({ length: 20 }, () => browserOf(app).asks('/authenticate', { form }))
      const statuses = (await Promise.all(presses)).map(({ status }) => status)
      expect(statuses.filter(status => status === 303)).toHaveLength(1)
      expect(statuses.filter(status => status === 401)).toHaveLength(19)
    })
  })

  describe('without JavaScript', () => {
    test('a form sends a magic link that leads back to the page', async () => {
      const { provider, browser } = await setUp()
      const asked = await browser.asks(`/login?redirect_url=${encodeURIComponent(paper)}`)
      expect(asked.shown()).toMatchObject({ page: 'login', model: { kind: 'ask', redirect: paper } })
      const sent = await browser.asks('/login', { form: { email: ' Ada@Example.org', redirect_url: paper } })
      expect(sent.shown()).toMatchObject({ model: { kind: 'sent', email: 'ada@example.org' } })
      expect(provider.mails).toEqual([
        { email: 'ada@example.org', landing: 'http://localhost:5000/authenticate', token: expect.any(String) },
      ])
      const token = provider.mails[0]?.token ?? ''
      const pressed = await browser.asks('/authenticate', { form: { stytch_token_type: 'magic_links', token } })
      expect([pressed.status, pressed.location]).toEqual([303, paper])
      expect(await signedInOn(browser)).toBe(true)
      expect((await browser.asks('/login')).location).toBe('/')
    })

    test('the PKCE verifier is stored in the browser if the provider requires one', async () => {
      const { provider, browser, app } = await setUp({}, { requirePkce: true })
      await browser.asks('/login', { form: { email: 'ada@example.org' } })
      const form = { stytch_token_type: 'magic_links', token: provider.mails[0]?.token ?? '' }
      expect((await browserOf(app).asks('/authenticate', { form })).status).toBe(401)
      expect((await browser.asks('/authenticate', { form })).status).toBe(303)
    })

    test('a magic link requested elsewhere works despite a stored verifier', async () => {
      const { provider, browser } = await setUp({}, { requirePkce: true })
      await browser.asks('/login', { form: { email: 'ada@example.org' } })
      const form = { stytch_token_type: 'magic_links', token: provider.mailLink(ada(provider)) }
      expect((await browser.asks('/authenticate', { form })).status).toBe(303)
    })

    test.each(['', 'ada', 'ada@', 'a@b.example, c@d.example', 'ada@example.org\r\nBcc: x@y.example'])(
      'no email is sent to %j',
      async email => {
        const { provider, browser } = await setUp()
        const answer = await browser.asks('/login', { form: { email } })
        expect([answer.status, answer.shown()]).toMatchObject([400, { model: { problem: 'Invalid email address' } }])
        expect(provider.mails).toEqual([])
      },
    )

    test('magic link requests are limited per IP address', async () => {
      const { browser } = await setUp()
      const statuses: number[] = []
      for (let times = 0; times < 12; times++) {
        statuses.push((await browser.asks('/login', { form: { email: 'ada@example.org' } })).status)
      }
      expect(statuses.filter(status => status === 200)).toHaveLength(10)
      expect(statuses.at(-1)).toBe(429)
    })
  })

  describe('signed-in session', () => {
    test('a session needs no provider request while its JWT is fresh, and one afterwards', async () => {
      const { provider, browser } = await signedIn()
      const asked = provider.asked('/sessions/authenticate')
      for (let page = 0; page < 5; page++) expect(await signedInOn(browser)).toBe(true)
      expect(provider.asked('/sessions/authenticate')).toBe(asked)

      provider.clock.now += 6 * 60_000
      const before = browser.cookies.get('corroborate_session')
      const pages = await Promise.all(Array.from({ length: 10 }, () => signedInOn(browser)))
      expect(pages.every(Boolean)).toBe(true)
      expect(provider.asked('/sessions/authenticate')).toBe(asked + 1)
      expect(browser.cookies.get('corroborate_session')).not.toBe(before)
    })

    test('a session is recognized on another node and after a restart', async () => {
      const { provider, db, browser } = await signedIn()
      const other = appUnderTest({ db: await store.openAgain(db), identity: provider.origin })
      const cookie = `corroborate_session=${browser.cookies.get('corroborate_session')}`
      const page = await browserOf(other).asks(paper, { headers: { cookie } })
      expect(page.shown().reader.signedIn).toBe(true)
    })

    test('a session revoked at the provider ends at the next check', async () => {
      const { provider, browser, session } = await signedIn()
      provider.sessions.delete(session.token)
      provider.clock.now += 6 * 60_000
      expect(await signedInOn(browser)).toBe(false)
      expect(browser.cookies.has('corroborate_session')).toBe(false)
    })

    test('a session ends at once when a script’s check is rejected', async () => {
      const { provider, browser, session } = await signedIn()
      provider.sessions.delete(session.token)
      expect((await browser.calls(`/authenticate?session_token=${session.token}`)).status).toBe(401)
      expect(browser.cookies.has('corroborate_session')).toBe(false)
    })

    test('signing in ends when the session expires', async () => {
      const { provider, browser } = await signedIn()
      provider.clock.now += 61 * 60_000
      expect(await signedInOn(browser)).toBe(false)
    })

    test('the email is shown to its owner only, and the name is the provider’s current one', async () => {
      const { provider, db, browser, session } = await signedIn()
      expect(await db.selectFrom('accounts').select(['name', 'email']).execute()).toEqual([
        { name: 'Ada Lovelace', email: 'ada@example.org' },
      ])
      session.user.firstName = 'Augusta'
      provider.clock.now += 6 * 60_000
      await browser.asks(paper)
      expect(await db.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'Augusta Lovelace' }])
      // In this test the provider's user ID, which the user's own page contains, includes the address.
      const shown = (await browser.asks(paper)).text.replaceAll('user-test-ada@example.org', '')
      expect(shown).not.toContain('ada@example.org')
    })
  })

  describe('forged cookie', () => {
    test('a forged JWT is signed out without contacting the provider', async () => {
      const { provider, browser, session, app } = await signedIn()
      const [token = '', ...jwt] = (browser.cookies.get('corroborate_session') ?? '').split('.')
      const claims = JSON.parse(Buffer.from(jwt[1] ?? '', 'base64url').toString())
      const evil = Buffer.from(JSON.stringify({ ...claims, sub: 'user-test-moderator' })).toString('base64url')
      const asked = provider.asked('/sessions/authenticate')
      for (const value of [`${token}.${jwt[0]}.${evil}.${jwt[2]}`, `${token}.${jwt[0]}.${evil}.`, `${token}.a.b.c`]) {
        const page = await browserOf(app).asks(paper, { headers: { cookie: `corroborate_session=${value}` } })
        expect(page.shown().reader.signedIn).toBe(false)
      }
      expect(provider.asked('/sessions/authenticate')).toBe(asked)
      expect(session.token).toBe(token)
    })

    test.each(['x', '.', 'a.b', 'null', '%00', 'a'.repeat(4_000)])('the cookie %j is signed out', async value => {
      const { provider, app } = await setUp()
      const page = await browserOf(app).asks(paper, { headers: { cookie: `corroborate_session=${value}` } })
      expect(page.shown().reader.signedIn).toBe(false)
      expect(provider.requests).toHaveLength(0)
    })

    test('a repeated cookie is signed out because one may be injected', async () => {
      const { provider, browser, app } = await signedIn()
      const own = `corroborate_session=${browser.cookies.get('corroborate_session')}`
      const other = provider.signIn(provider.addUser('eve@example.org'))
      const tossed = `corroborate_session=${other.token}.${provider.jwtOf(other)}`
      for (const cookie of [`${tossed}; ${own}`, `${own}; ${tossed}`]) {
        expect((await browserOf(app).asks(paper, { headers: { cookie } })).shown().reader.signedIn).toBe(false)
      }
    })

    test('a cookie with a non-standard space in its name is ignored and does not displace the real one', async () => {
      const { provider, browser, app } = await signedIn()
      const own = `corroborate_session=${browser.cookies.get('corroborate_session')}`
      const eve = provider.signIn(provider.addUser('eve@example.org'))
      const tossed = `\u00a0corroborate_session=${eve.token}.${provider.jwtOf(eve)}`
      const readerOf = async (cookie: string) =>
        (await browserOf(app).asks(paper, { headers: { cookie } })).shown().reader.signedIn
      expect(await readerOf(tossed)).toBe(false)
      expect(await readerOf(`${tossed}; ${own}`)).toBe(true)
      expect(await readerOf(`${own}; ${tossed}`)).toBe(true)
    })

    test('a cookie set before signing in does not survive it', async () => {
      const { provider, browser } = await setUp()
      const eve = provider.signIn(provider.addUser('eve@example.org'))
      await browser.calls(`/authenticate?session_token=${eve.token}`)
      const planted = browser.cookies.get('corroborate_session')
      const own = provider.signIn(ada(provider))
      const answer = await browser.calls(`/authenticate?session_token=${own.token}`)
      expect(JSON.parse(answer.text)).toMatchObject({ user_id: own.user.id })
      const kept = browser.cookies.get('corroborate_session') ?? ''
      expect(kept.startsWith(`${own.token}.`)).toBe(true)
      expect(planted).not.toBe(kept)
    })
  })

  describe('logging out', () => {
    test('logging out returns to the page, ends both sessions, and invalidates the old cookie everywhere', async () => {
      const { provider, db, browser, session } = await signedIn()
      const cookie = `corroborate_session=${browser.cookies.get('corroborate_session')}`
      const answer = await browser.asks('/logout', { headers: { referer: `http://localhost:5000${paper}?q=1` } })
      expect([answer.status, answer.location]).toEqual([303, `${paper}?q=1`])
      expect(provider.sessions.has(session.token)).toBe(false)
      expect(await signedInOn(browser)).toBe(false)
      for (const name of ['corroborate_session', 'stytch_session', 'stytch_session_jwt']) {
        expect(browser.setCookies.some(set => set.startsWith(`${name}=; Max-Age=0`))).toBe(true)
      }
      const other = appUnderTest({ db: await store.openAgain(db), identity: provider.origin })
      expect((await browserOf(other).asks(paper, { headers: { cookie } })).shown().reader.signedIn).toBe(false)
    })

    test('logging out works by URL, form and API', async () => {
      for (const logOut of [
        (browser: Browser) => browser.asks('/logout', { headers: { 'sec-fetch-site': 'none' } }),
        (browser: Browser) => browser.asks('/logout', { form: { redirect_url: paper } }),
        (browser: Browser) => browser.calls('/logout', { method: 'POST' }),
      ]) {
        const { browser } = await signedIn()
        expect((await logOut(browser)).status).toBe(303)
        expect(await signedInOn(browser)).toBe(false)
      }
    })

    test('a log-out from another site asks for confirmation', async () => {
      const { browser } = await signedIn()
      const page = await browser.comesFromElsewhere('/logout')
      expect([page.status, page.shown().page]).toEqual([200, 'logout'])
      await browser.comesFromElsewhere('/logout', { headers: { 'sec-fetch-dest': 'image' } })
      await browser.calls('/logout', { headers: { 'sec-fetch-dest': 'image' } })
      await browser.asks('/logout', { headers: { 'sec-purpose': 'prefetch' } })
      expect((await browser.comesFromElsewhere('/logout', { form: {} })).status).toBe(403)
      expect(await signedInOn(browser)).toBe(true)
    })

    test('logging out while signed out does nothing', async () => {
      const { browser } = await setUp()
      expect((await browser.asks('/logout')).location).toBe('/')
      expect((await browser.asks('/logout', { form: {} })).status).toBe(303)
    })

    test('logging out works even when the session cannot be checked', async () => {
      const { provider, db, browser, session } = await signedIn()
      const restarted = appUnderTest({ db: await store.openAgain(db), identity: provider.origin })
      const cookie = `corroborate_session=${browser.cookies.get('corroborate_session')}`
      provider.behave({ status: 503 })
      await browserOf(restarted).asks('/logout', { headers: { cookie } })
      expect((await browser.asks(paper)).shown().reader.signedIn).toBe(false)
      provider.behave('answer')
      expect((await browser.calls(`/authenticate?session_token=${session.token}`)).status).toBe(401)
    })

    test('logging out works here while the provider is unavailable, and is sent to it later', async () => {
      const { provider, db, browser, session, app } = await signedIn()
      const cookie = `corroborate_session=${browser.cookies.get('corroborate_session')}`
      provider.behave({ status: 503 })
      await browser.asks('/logout')
      provider.behave('answer')
      expect((await browserOf(app).asks(paper, { headers: { cookie } })).shown().reader.signedIn).toBe(false)
      // Nor can the token that the provider still knows be brought again.
      expect((await browser.calls(`/authenticate?session_token=${session.token}`)).status).toBe(401)
      const [job] = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
      expect(job?.kind).toBe('sign-in.revoke')
      await app.jobs['sign-in.revoke']?.(JSON.parse(job?.payload ?? '{}'), expect.anything())
      expect(provider.sessions.has(session.token)).toBe(false)
    })
  })

  describe('rate limits of one IP address', () => {
    const statuses = async (times: number, ask: () => Promise<{ status: number }>): Promise<number[]> => {
      const found: number[] = []
      for (let time = 0; time < times; time++) found.push((await ask()).status)
      return found
    }

    test('60 magic links are used in ten minutes per IP address, across browsers', async () => {
      const { provider, app } = await setUp()
      const press = (address: string, token = 'nobody') =>
        browserOf(app, address).asks('/authenticate', { form: { stytch_token_type: 'magic_links', token } })
      expect(new Set(await statuses(60, () => press('198.51.100.7')))).toEqual(new Set([401]))
      const asked = provider.asked('/magic_links/authenticate')
      const own = provider.mailLink(ada(provider))
      const refused = await press('198.51.100.7', own)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
      expect(provider.asked('/magic_links/authenticate')).toBe(asked)
      expect((await press('198.51.100.8', own)).status).toBe(303)
    })

    test('120 magic links are inspected in ten minutes per IP address', async () => {
      const { provider, app } = await setUp()
      const look = (address: string, token = 'nobody') =>
        browserOf(app, address).asks(`/authenticate?stytch_token_type=magic_links&token=${token}`)
      expect(new Set(await statuses(120, () => look('198.51.100.7')))).toEqual(new Set([401]))
      const asked = provider.asked('/magic_links/look')
      const own = provider.mailLink(ada(provider))
      expect((await look('198.51.100.7', own)).status).toBe(429)
      expect(provider.asked('/magic_links/look')).toBe(asked)
      expect((await look('198.51.100.8', own)).status).toBe(200)
    })

    test('10 magic links are sent in ten minutes per IP address', async () => {
      const { provider, app } = await setUp()
      const ask = (address: string) =>
        browserOf(app, address).asks('/login', { form: { email: 'ada@example.org', redirect_url: paper } })
      expect(new Set(await statuses(10, () => ask('198.51.100.7')))).toEqual(new Set([200]))
      expect((await ask('198.51.100.7')).status).toBe(429)
      expect(provider.mails).toHaveLength(10)
      expect((await ask('198.51.100.8')).status).toBe(200)
    })
  })

  describe('while the provider is away', () => {
    test('a fresh session works as usual', async () => {
      const { provider, browser, session } = await signedIn()
      await browser.asks(paper)
      provider.behave({ status: 503 })
      expect(await signedInOn(browser)).toBe(true)
      expect((await browser.calls(`/authenticate?session_token=${session.token}`)).status).toBe(200)
    })

    test('pages are readable and show an error, and no action is misattributed', async () => {
      const { provider, browser, session } = await signedIn()
      provider.clock.now += 6 * 60_000
      provider.behave({ status: 503 })
      const page = await browser.asks(paper)
      expect([page.status, page.shown().reader]).toMatchObject([
        200,
        { signedIn: true, notice: expect.stringContaining('not responding') },
      ])
      const voted = await vote(browser, 'upvote')
      expect([voted.status, voted.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await browser.calls(`/authenticate?session_token=${session.token}`)).status).toBe(503)
      expect(browser.cookies.has('corroborate_session')).toBe(true)

      provider.behave('answer')
      provider.clock.now += leftAlone
      expect(await signedInOn(browser)).toBe(true)
    })

    test('a hanging provider delays pages only briefly', async () => {
      const { provider, browser } = await signedIn()
      await browser.asks(paper)
      provider.clock.now += 6 * 60_000
      provider.behave('hang')
      const patience = vi.spyOn(AbortSignal, 'timeout')
      onTestFinished(() => patience.mockRestore())
      // Answered while the provider never does: it waits for the session once, and for the keys of sessions once.
      expect((await browser.asks(paper)).status).toBe(200)
      const waits = patience.mock.calls.map(([ms]) => ms)
      expect([waits.length, Math.max(...waits) <= 2_000]).toEqual([2, true])
    })

    test('magic links stay unused and forms show an error', async () => {
      const { provider, browser } = await setUp()
      const form = { stytch_token_type: 'magic_links', token: provider.mailLink(ada(provider)) }
      provider.behave({ status: 500 })
      expect((await browser.asks('/authenticate', { form })).status).toBe(503)
      expect((await browser.asks('/login', { form: { email: 'ada@example.org' } })).status).toBe(503)
      provider.behave('answer')
      expect((await browser.asks('/authenticate', { form })).status).toBe(303)
    })
  })

  describe('votes', () => {
    test('visitor votes move to the account with exact counts', async () => {
      const { provider, db, browser } = await setUp()
      await vote(browser, 'upvote')
      const { token, user } = provider.signIn(ada(provider))
      await browser.calls(`/authenticate?session_token=${token}`)
      expect(await votesOf(db, user.id)).toEqual({ mine: 'upvote', counts: { upvotes: 1, downvotes: 0, signedIn: 1 } })
      expect((await browser.asks(paper)).shown().model).toMatchObject({
        sections: { vote: { votes: { mine: 'upvote' } } },
      })

      await browser.asks('/logout')
      expect((await browser.asks(paper)).shown().model).toMatchObject({ sections: { vote: { votes: { mine: null } } } })
    })

    test('the account’s own votes take precedence', async () => {
      const { provider, db, browser, app } = await setUp()
      const user = ada(provider)
      const other = browserOf(app)
      await other.calls(`/authenticate?session_token=${provider.signIn(user).token}`)
      await vote(other, 'downvote')
      await vote(browser, 'upvote')
      await browser.calls(`/authenticate?session_token=${provider.signIn(user).token}`)
      expect(await votesOf(db, user.id)).toEqual({
        mine: 'downvote',
        counts: { upvotes: 0, downvotes: 1, signedIn: 1 },
      })
    })

    test('votes move once under concurrent sign-ins', async () => {
      const { provider, db, browser } = await setUp()
      await vote(browser, 'upvote')
      const { token, user } = provider.signIn(ada(provider))
      const cookie = `visitor=${browser.cookies.get('visitor')}`
      const signIns = Array.from({ length: 20 }, () =>
        browser.calls(`/authenticate?session_token=${token}`, { headers: { cookie } }),
      )
      expect((await Promise.all(signIns)).every(({ status }) => status === 200)).toBe(true)
      expect(await votesOf(db, user.id)).toEqual({ mine: 'upvote', counts: { upvotes: 1, downvotes: 0, signedIn: 1 } })
    })

    test('votes move with a magic link sign-in', async () => {
      const { provider, db, browser } = await setUp()
      await vote(browser, 'downvote')
      const user = ada(provider)
      const form = { stytch_token_type: 'magic_links', token: provider.mailLink(user) }
      await browser.asks('/authenticate', { form })
      expect((await votesOf(db, user.id)).mine).toBe('downvote')
    })
  })

  describe('the account', () => {
    const copy = '/account/export.json'
    const download = (browser: Browser) => browser.asks(copy)

    test('the account page is uncached, and visitors are sent to the login form and back', async () => {
      const { browser, app } = await signedIn()
      const page = await browser.asks('/account')
      expect([page.status, page.shown().page, page.headers.get('cache-control')]).toEqual([200, 'account', 'no-store'])
      const stranger = browserOf(app)
      for (const path of ['/account', copy]) {
        expect(await stranger.asks(path)).toMatchObject({ status: 303, location: '/login?redirect_url=%2Faccount' })
        expect((await stranger.calls(path)).status).toBe(401)
      }
    })

    test('the data export includes the provider’s data and is for its owner only', async () => {
      const { browser, provider, session, app } = await signedIn()
      const { headers, text } = await browser.asks(copy)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="corroborate.json"',
        'cache-control': 'no-store',
      })
      expect(JSON.parse(text)).toMatchObject({
        site: app.origin,
        made: new Date(provider.clock.now).toISOString(),
        account: { id: session.user.id, name: 'Ada Lovelace', email: 'ada@example.org' },
        sign_in: { user: { user_id: session.user.id } },
      })
      // For people too, one thing on a line.
      expect(text).toContain('\n  "site": ')
      expect((await browser.comesFromElsewhere(copy)).status).toBe(403)
    })

    test('data exports are limited to ten per hour and account, and per IP address', async () => {
      const { browser, app, provider } = await signedIn({ LIMITS_SCALE: '0.2' })
      const [moved, other] = [browserOf(app, '192.0.2.2'), browserOf(app)]
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
      await other.calls(`/authenticate?session_token=${provider.signIn(provider.addUser('bob@example.org')).token}`)
      const statuses = []
      for (const who of [browser, browser, browser, moved, other]) statuses.push((await download(who)).status)
      expect(statuses).toEqual([200, 200, 429, 429, 429])
    })

    test('no data is exported for a revoked session, or while the provider is unavailable or busy', async () => {
      const { browser, provider, session } = await signedIn()
      await browser.asks(paper)
      provider.behave({ status: 503 })
      expect((await download(browser)).status).toBe(503)
      provider.behave('answer')
      provider.clock.now += leftAlone
      provider.behave({ refusal: 'too_many_requests', at: '/account/export' })
      expect((await download(browser)).status).toBe(429)
      provider.behave('answer')
      provider.sessions.delete(session.token)
      expect((await download(browser)).status).toBe(401)
    })
  })

  test('a signed-in reader’s page is shown to nobody else', async () => {
    const { browser, app } = await signedIn()
    const stranger = browserOf(app)
    for (let round = 0; round < 3; round++) {
      expect((await browser.asks(paper)).shown().reader.signedIn).toBe(true)
      expect((await stranger.asks(paper)).shown().reader.signedIn).toBe(false)
    }
  })

  test('no token is written to the log', async () => {
    const { provider, browser, session, app } = await signedIn()
    const link = provider.mailLink(ada(provider))
    await browser.asks(`/authenticate?stytch_token_type=magic_links&token=${link}`)
    await browser.asks('/authenticate', { form: { stytch_token_type: 'magic_links', token: link } })
    await browser.asks(`${paper}?session_token=${session.token}`)
    provider.behave({ status: 500 })
    await browser.asks(`/authenticate?session_token=${session.token}`)
    await browser.asks('/logout')
    const log = JSON.stringify(app.logged)
    expect(log).toContain('/authenticate')
    for (const secret of [session.token, link, provider.jwtOf(session).split('.')[2] ?? ''])
      expect(log).not.toContain(secret)
  })

  test('the provider receives the client address of requests', async () => {
    const { provider } = await signedIn()
    expect(provider.requests.find(({ path }) => path === '/sessions/authenticate')?.caller).toBe('192.0.2.1')
  })
})
