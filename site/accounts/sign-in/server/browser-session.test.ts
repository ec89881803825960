import type { HttpContext } from '@corroborate/server-kit/http'
import { describeStore } from '@corroborate/server-kit/testing'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { AppTables } from '../../../testing/index.ts'
import { clientOf, signInJobs } from './browser-session.ts'
import { ada, type Browser, browserOf, paper, signedInOn, signedInSiteOn, siteOn } from './testing/index.ts'

const stale = 6 * 60_000
const cookieName = 'corroborate_session'
/** Returns the response's changes to the cookie, in order. */
const setBy = ({ headers }: { headers: Headers }): ('kept' | 'removed')[] =>
  headers
    .getSetCookie()
    .filter(cookie => cookie.startsWith(`${cookieName}=`))
    .map(cookie => (/Max-Age=0/.test(cookie) ? 'removed' : 'kept'))

describeStore<AppTables>('the session of a browser', siteMigrations, open => {
  test.each(['x', '.', 'a.b', '%00', `${'x'.repeat(19)}.`])('an invalid session cookie is deleted: %j', async value => {
    const { browser, provider } = await siteOn(await open())
    browser.cookies.set(cookieName, value)
    const page = await browser.asks(paper)
    expect([page.status, page.shown().reader.signedIn, setBy(page)]).toEqual([200, false, ['removed']])
    expect(provider.requests).toEqual([])
  })

  test('a browser with an expired cookie can sign in', async () => {
    const { browser, provider } = await siteOn(await open())
    browser.cookies.set(cookieName, 'x')
    const { token } = provider.signIn(ada(provider))
    const answer = await browser.calls(`/authenticate?session_token=${token}`)
    expect(setBy(answer)).toEqual(['kept'])
    expect(await signedInOn(browser)).toBe(true)
  })

  describe('ending a browser session', () => {
    test('the log-out response deletes the cookie, over TLS too', async () => {
      for (const settings of [{}, { SITE_ORIGIN: 'https://papers.example' }]) {
        const { browser } = await signedInSiteOn(await open(), settings)
        const names = [...browser.cookies.keys()]
        expect(names).toHaveLength(1)
        expect((await browser.asks('/logout')).status).toBe(303)
        expect(browser.cookies.has(names[0] ?? '')).toBe(false)
      }
    })

    test('a log-out deletes a cookie that was about to be renewed', async () => {
      const { browser, provider } = await signedInSiteOn(await open())
      provider.clock.now += stale
      expect(setBy(await browser.asks('/logout'))).toEqual(['removed'])
    })

    test('a log-out revokes the session at the provider at once, leaving no job', async () => {
      const { browser, provider, db, session } = await signedInSiteOn(await open())
      await browser.asks('/logout')
      expect(provider.sessions.has(session.token)).toBe(false)
      expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([])
    })

    test('a log-out revokes the JWT too, whatever token precedes it', async () => {
      const { browser, app } = await signedInSiteOn(await open())
      await browser.asks(paper)
      const [, ...jwt] = (browser.cookies.get(cookieName) ?? '').split('.')
      const spliced = browserOf(app)
      const isSignedIn = () => {
        spliced.cookies.set(cookieName, ['x'.repeat(43), ...jwt].join('.'))
        return signedInOn(spliced)
      }
      expect(await isSignedIn()).toBe(true)
      await browser.asks('/logout')
      expect(await isSignedIn()).toBe(false)
    })
  })

  describe('fresh session check for role-protected actions', () => {
    /** Signs in Ada, a moderator, with a session verified by its own JWT. */
    const moderator = async () => {
      const site = await siteOn(await open())
      const user = site.provider.addUser('ada@example.org', { roles: ['stytch_user', 'moderator'] })
      const session = site.provider.signIn(user)
      await site.browser.calls(`/authenticate?session_token=${session.token}`)
      await site.browser.asks(paper)
      return { ...site, user, session }
    }
    const moderates = (browser: Browser) => browser.asks('/moderate')

    test('granting and revoking a role take effect immediately', async () => {
      const { browser, provider, user } = await moderator()
      const before = browser.cookies.get(cookieName)
      provider.clock.now += 1_000
      const answer = await moderates(browser)
      expect([answer.status, setBy(answer)]).toEqual([200, ['kept']])
      expect(browser.cookies.get(cookieName)).not.toBe(before)
      user.roles = ['stytch_user']
      expect((await moderates(browser)).status).toBe(403)
    })

    test('a session revoked at the provider is over immediately', async () => {
      const { browser, provider, session } = await moderator()
      provider.sessions.delete(session.token)
      const answer = await moderates(browser)
      expect([answer.status, setBy(answer)]).toEqual([401, ['removed']])
    })

    test('the cached session is used while the provider is unavailable', async () => {
      const { browser, provider } = await moderator()
      provider.behave({ status: 503 })
      const answer = await moderates(browser)
      expect([answer.status, setBy(answer)]).toEqual([200, []])
    })

    test('the session is checked once if the provider was just asked or nobody could answer', async () => {
      const { browser, provider } = await moderator()
      const asked = () => provider.asked('/sessions/authenticate')
      const before = asked()
      provider.clock.now += stale
      expect((await moderates(browser)).status).toBe(200)
      expect(asked()).toBe(before + 1)
      provider.clock.now += stale
      provider.behave({ refusal: 'too_many_requests' })
      expect((await moderates(browser)).status).toBe(503)
      expect(asked()).toBe(before + 2)
      browser.cookies.set(cookieName, 'x')
      expect((await moderates(browser)).status).toBe(401)
      expect(asked()).toBe(before + 2)
    })
  })
})

describe('jobs for the provider', () => {
  type Provider = Parameters<typeof signInJobs>[0]
  const unavailable = { kind: 'unavailable', reason: 'It is away.' } as const
  const refused = (status: number) => ({ kind: 'refused', errorType: 'any', status, message: 'Not now.' }) as const
  const landing = 'https://papers.example/authenticate'
  const run = async (answer: Awaited<ReturnType<Provider['revoke'] | Provider['sendConfirmation']>>) => {
    const calls: unknown[][] = []
    const provider = async (...call: unknown[]) => {
      calls.push(call)
      return answer
    }
    const jobs = signInJobs({ revoke: provider, sendConfirmation: provider } as unknown as Provider, landing)
    return { calls, jobs }
  }
  const revoke = { token: 'x'.repeat(43) }
  const confirm = { email: 'ada@example.org', address: '192.0.2.1' }

  test('a log-out is retried until the provider accepts it', async () => {
    const heard = await run({ kind: 'done' })
    await heard.jobs['sign-in.revoke'](revoke, expect.anything())
    expect(heard.calls).toEqual([[revoke.token]])
    const { jobs } = await run(unavailable)
    await expect(jobs['sign-in.revoke'](revoke, expect.anything())).rejects.toThrow('It is away.')
  })

  test('a confirmation email is requested on behalf of the address that signed up', async () => {
    const { calls, jobs } = await run({ kind: 'sent' })
    await jobs['sign-in.confirm'](confirm, expect.anything())
    expect(calls).toEqual([
      [
        { email: confirm.email, landing },
        { address: confirm.address, userAgent: '' },
      ],
    ])
  })

  test('the request is retried while the provider is unavailable or busy, and not after a permanent error', async () => {
    const ask = async (answer: Parameters<typeof run>[0]) =>
      (await run(answer)).jobs['sign-in.confirm'](confirm, expect.anything())
    await expect(ask(unavailable)).rejects.toThrow('It is away.')
    await expect(ask(refused(429))).rejects.toThrow('Not now.')
    await expect(ask(refused(400))).resolves.toBeUndefined()
  })
})

test('requests to the provider carry the client address and a truncated user agent', async () => {
  const app = new Hono().get('/', plain => {
    const c = plain as unknown as HttpContext
    c.set('address', '192.0.2.1')
    return plain.json(clientOf(c))
  })
  const seen = async (headers: Record<string, string>) => (await app.request('/', { headers })).json()
  expect(await seen({ 'user-agent': 'Lynx' })).toEqual({ address: '192.0.2.1', userAgent: 'Lynx' })
  expect(await seen({})).toEqual({ address: '192.0.2.1', userAgent: '' })
})
