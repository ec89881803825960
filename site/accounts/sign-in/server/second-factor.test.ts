import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import { paths } from '../../../kit/doi/index.ts'
import type { AppTables } from '../../../testing/index.ts'
import { type Browser, browserOf, newsOf, paper, signedInOn, siteOn } from './testing/index.ts'

const code = '123456'
const recoveryCode = 'abcd-efgh-ijkl'
const proving = paths.secondFactor

describeStore<AppTables>('an account with an authenticator app', siteMigrations, open => {
  /** Creates the site, and Ada with an authenticator app; `begin` returns a session with one factor. */
  const setUp = async () => {
    const site = await siteOn(await open())
    const ada = site.provider.addUser('ada@example.org', { firstName: 'Ada', app: { code, recoveryCode } })
    return { ...site, ada, begin: () => site.provider.signIn(ada) }
  }
  const votes = (browser: Browser) => browser.calls(`${paper}/vote`, { json: { voteType: 'upvote' } })
  /** The code entry page. */
  const asks = { kind: 'second-factor', account: 'ada@example.org', redirect: '/' }

  describe('session with one factor', () => {
    test('a one-factor session is rejected by every route: scripts get an error and no cookie is set', async () => {
      const { browser, begin } = await setUp()
      const { token } = begin()
      for (const answer of [
        await browser.calls('/authenticate', { json: { session_token: token } }),
        await browser.calls(`/authenticate?session_token=${token}`),
      ]) {
        expect(answer.status).toBe(403)
        expect(JSON.parse(answer.text)).toMatchObject({ second_factor: 'owed', signed_in: false })
      }
      expect([...browser.cookies.keys()]).not.toContain('corroborate_session')
      expect(await signedInOn(browser)).toBe(false)
    })

    test('a forged cookie with a one-factor session is rejected, with or without the form’s JWT', async () => {
      const { browser, begin, app, provider } = await setUp()
      const { token, id } = begin()
      // The site learns the project ID, which lets it verify JWTs itself.
      await browser.calls('/authenticate', {
        json: { session_token: provider.signIn(provider.addUser('b@x.org')).token },
      })
      const jwt = provider.jwtOf(provider.sessions.get(token) ?? expect.fail(id))
      for (const value of [`${token}.${jwt}`, `${token}.`]) {
        const forger = browserOf(app)
        forger.cookies.set('corroborate_session', value)
        expect((await forger.asks(paths.account)).status).toBe(303)
        expect((await forger.asks(paths.accountExport)).status).toBe(303)
        expect((await forger.calls(paths.accountExport)).status).toBe(401)
        expect(await signedInOn(forger)).toBe(false)
        expect(forger.cookies.has('corroborate_session')).toBe(false)
      }
    })

    test('a vote with such a cookie counts as a visitor’s', async () => {
      const { begin, app, db } = await setUp()
      const browser = browserOf(app)
      await browser.asks(paper)
      browser.cookies.set('corroborate_session', `${begin().token}.`)
      expect((await votes(browser)).status).toBe(200)
      const voters = await db.selectFrom('votes').select('voter').execute()
      expect(voters).toEqual([{ voter: expect.not.stringContaining('user') }])
    })

    test('the user enters the code on a form page and is signed in', async () => {
      const { browser, begin } = await setUp()
      const { token } = begin()
      const page = await browser.asks('/authenticate', { form: { session_token: token, redirect_url: paper } })
      expect(page.shown().model).toMatchObject({ ...asks, redirect: paper, sessionToken: token, problem: null })
      const form = { session_token: token, redirect_url: paper }
      const wrong = await browser.asks(proving, { form: { ...form, code: '000000' } })
      expect(wrong.status).toBeGreaterThanOrEqual(400)
      expect(wrong.shown().model).toMatchObject({ ...asks, problem: expect.any(String), redirect: paper })
      expect(await signedInOn(browser)).toBe(false)
      const right = await browser.asks(proving, { form: { ...form, code: ' 123 456 ' } })
      expect(right).toMatchObject({ status: 303, location: paper })
      expect(newsOf(browser)).toMatchObject({ kind: 'in', login: { method: 'second_factor' } })
      expect(await signedInOn(browser)).toBe(true)
    })

    test('the user enters a recovery code and is signed in', async () => {
      const { browser, begin } = await setUp()
      const form = { session_token: begin().token, code: recoveryCode }
      expect(await browser.asks(proving, { form })).toMatchObject({ status: 303, location: '/' })
      expect(await signedInOn(browser)).toBe(true)
    })

    test('a code form from another page or of unknown origin is shown again first', async () => {
      const { browser, begin, provider } = await setUp()
      const form = { session_token: begin().token, code }
      expect((await browser.comesFromElsewhere(proving, { form })).status).toBe(403)
      const asked = await browser.says(proving, { form })
      expect(asked.shown().model).toMatchObject(asks)
      expect(provider.requests.some(({ path }) => path === '/totps/authenticate')).toBe(false)
      const { asked: text } = asked.shown().model as { asked: string }
      expect((await browser.says(proving, { form: { ...form, asked: text } })).status).toBe(303)
    })

    test('an expired sign-in has to start over', async () => {
      const { browser, begin, provider } = await setUp()
      const { token } = begin()
      provider.sessions.delete(token)
      for (const session_token of [token, 'no token']) {
        const answer = await browser.asks(proving, { form: { session_token, code } })
        expect(answer.status).toBe(401)
        expect(answer.shown().model).toMatchObject({ kind: 'failed', title: 'This session has ended' })
      }
      expect(await browser.asks(proving)).toMatchObject({ status: 303, location: '/login' })
    })

    test('an unavailable provider shows an error', async () => {
      const { browser, begin, provider } = await setUp()
      const form = { session_token: begin().token, code }
      provider.behave({ status: 500 })
      expect((await browser.asks(proving, { form })).status).toBe(503)
    })
  })

  test('the code is requested after a magic link and a new password, by forms alone', async () => {
    const { browser, provider, ada } = await setUp()
    const link = await browser.asks('/authenticate', {
      form: { stytch_token_type: 'magic_links', token: provider.mailLink(ada), redirect_url: paper },
    })
    expect(link.shown().model).toMatchObject({ ...asks, redirect: paper })
    const password = 'eighty miles of coast'
    const reset = await browser.asks('/reset-password', { form: { token: provider.mailLink(ada), password } })
    expect(reset.shown().model).toMatchObject(asks)
    expect(await signedInOn(browser)).toBe(false)
  })

  test('a stored session found to lack the factor is dropped, and another account’s session is kept', async () => {
    const { browser, provider, app } = await setUp()
    const eve = provider.addUser('eve@example.org')
    const session = provider.signIn(eve)
    await browser.calls('/authenticate', { json: { session_token: session.token } })
    expect(await signedInOn(browser)).toBe(true)
    // In another browser Eve sets up an app.
    eve.app = { code, recoveryCode }
    expect(await signedInOn(browser)).toBe(true)
    provider.clock.now += 6 * 60_000
    expect(await signedInOn(browser)).toBe(false)
    expect(browser.cookies.has('corroborate_session')).toBe(false)

    const other = browserOf(app)
    const carol = provider.signIn(provider.addUser('carol@example.org'))
    await other.calls('/authenticate', { json: { session_token: carol.token } })
    const told = await other.calls(`/authenticate?session_token=${session.token}`)
    expect(JSON.parse(told.text)).toMatchObject({ second_factor: 'owed', signed_in: true })
    expect(await signedInOn(other)).toBe(true)
  })
})
