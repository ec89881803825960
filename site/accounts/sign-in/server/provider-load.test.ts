import { describeStore, serveApp } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import { type AppTables, appUnderTest, type ShownPage, startIdentityProvider } from '../../../testing/index.ts'

const paper = '/10.1000/x'
const check = '/sessions/authenticate'

/** Invalid session cookies. */
const inventedCookie = (n: number) => `corroborate_session=${String(n).padStart(43, 'x')}.`

describeStore<AppTables>('what the site asks of the provider', siteMigrations, open => {
  /** The site behind a proxy on this machine, so that a request may come from any address. */
  const setUp = async (settings: Record<string, string> = {}) => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const now = () => provider.clock.now
    const app = appUnderTest({
      db: await open(),
      identity: provider.origin,
      settings: { TRUSTED_PROXIES: '127.0.0.1', ...settings },
      now,
    })
    const address = await serveApp(app.app)
    const send = (path: string, from: string, headers: Record<string, string> = {}, form?: Record<string, string>) =>
      fetch(`${address}${path}`, {
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'text/html',
          'x-forwarded-for': from,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-dest': 'document',
          ...headers,
        },
        redirect: 'manual',
        ...(form !== undefined && { body: new URLSearchParams(form) }),
      })
    const readerOf = async (answer: Response) => ((await answer.json()) as ShownPage).reader
    return { provider, app, send, readerOf }
  }

  describe('rejected session cookie', () => {
    test('a rejected cookie is not checked again for any browser, and is deleted', async () => {
      const { provider, send, readerOf } = await setUp()
      for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
        const answer = await send(paper, from, { cookie: inventedCookie(1) })
        expect(answer.headers.get('set-cookie')).toContain('corroborate_session=; Max-Age=0')
        expect(await readerOf(answer)).toMatchObject({ signedIn: false, notice: null })
      }
      expect((await send(`/authenticate?session_token=${'1'.padStart(43, 'x')}`, '192.0.2.3')).status).toBe(401)
      expect((await send('/logout', '192.0.2.4', { cookie: inventedCookie(1) }, {})).status).toBe(303)
      expect(provider.asked(check)).toBe(1)
      expect(provider.asked('/sessions/revoke')).toBe(0)
    })

    test('a rejected cookie is checked again after ten minutes, in case the provider was restored', async () => {
      const { provider, send } = await setUp()
      await send(paper, '192.0.2.1', { cookie: inventedCookie(1) })
      provider.clock.now += 10 * 60_000
      await send(paper, '192.0.2.1', { cookie: inventedCookie(1) })
      expect(provider.asked(check)).toBe(2)
    })

    test('a rejected cookie does not affect valid ones, and an unavailable provider is not a rejection', async () => {
      const { provider, send, readerOf } = await setUp()
      const { token } = provider.signIn(provider.addUser('ada@example.org'))
      provider.behave({ status: 503 })
      const unsure = await readerOf(await send(paper, '192.0.2.1', { cookie: `corroborate_session=${token}.` }))
      expect(unsure).toMatchObject({ signedIn: true, notice: expect.stringContaining('not responding') })
      provider.behave('answer')
      const sure = await readerOf(await send(paper, '192.0.2.1', { cookie: `corroborate_session=${token}.` }))
      expect(sure).toMatchObject({ signedIn: true, notice: null })
    })
  })

  test('every request on behalf of a reader carries their signed address', async () => {
    const { provider, send } = await setUp()
    const session = provider.signIn(provider.addUser('ada@example.org'))
    const link = provider.mailLink(provider.addUser('ada@example.org'))
    await send(paper, '192.0.2.1', { cookie: `corroborate_session=${session.token}.` })
    await send('/login', '192.0.2.2', {}, { email: 'ada@example.org' })
    await send('/authenticate', '2001:db8::1', {}, { stytch_token_type: 'magic_links', token: link })
    await send('/logout', '192.0.2.4', { cookie: `corroborate_session=${session.token}.` }, {})
    const said = provider.requests.filter(({ path }) => !path.startsWith('/.well-known') && !path.includes('jwks'))
    expect(said.map(({ path, caller }) => [path, caller])).toEqual([
      [check, '192.0.2.1'],
      ['/magic_links/email/login_or_create', '192.0.2.2'],
      ['/magic_links/authenticate', '2001:db8::1'],
      [check, '192.0.2.4'],
      ['/sessions/revoke', '192.0.2.4'],
    ])
  })

  test('invalid cookies use up only their sender’s rate limit', async () => {
    const { provider, send, readerOf } = await setUp({ LIMITS_SCALE: '0.02' })
    const { token } = provider.signIn(provider.addUser('ada@example.org'))
    for (let n = 0; n < 30; n++) await send(paper, '192.0.2.1', { cookie: inventedCookie(n) })
    // 600 a minute, by the scale of this test.
    expect(provider.asked(check)).toBe(12)
    const own = await readerOf(await send(paper, '192.0.2.2', { cookie: `corroborate_session=${token}.` }))
    expect(own).toMatchObject({ signedIn: true, notice: null })
  })

  describe('rate limits per IP address', () => {
    test('magic links used by form: 60 in ten minutes', async () => {
      const { provider, send } = await setUp({ LIMITS_SCALE: '0.05' })
      const spend = async (from: string) => {
        const form = { stytch_token_type: 'magic_links', token: 'x'.repeat(43) }
        return (await send('/authenticate', from, {}, form)).status
      }
      expect([await spend('192.0.2.1'), await spend('192.0.2.1'), await spend('192.0.2.1')]).toEqual([401, 401, 401])
      expect(await spend('192.0.2.1')).toBe(429)
      expect(provider.asked('/magic_links/authenticate')).toBe(3)
      expect(await spend('192.0.2.2')).toBe(401)
    })

    test('magic links requested by form: 10 in ten minutes', async () => {
      const { provider, send } = await setUp({ LIMITS_SCALE: '0.2' })
      const ask = async (from: string) => (await send('/login', from, {}, { email: 'ada@example.org' })).status
      expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([200, 200, 429])
      expect(provider.mails).toHaveLength(2)
      expect(await ask('192.0.2.2')).toBe(200)
    })

    test('log-outs of unverifiable sessions: 60 in ten minutes', async () => {
      const { provider, send } = await setUp({ LIMITS_SCALE: '0.05' })
      provider.behave({ status: 503 })
      const end = async (from: string, n: number) =>
        (await send('/logout', from, { cookie: inventedCookie(n) }, {})).status
      expect([await end('192.0.2.1', 1), await end('192.0.2.1', 2), await end('192.0.2.1', 3)]).toEqual([303, 303, 303])
      expect(await end('192.0.2.1', 4)).toBe(429)
      expect(await end('192.0.2.2', 5)).toBe(303)
    })
  })
})
