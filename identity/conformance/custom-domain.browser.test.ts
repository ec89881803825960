import { serveApp } from '@corroborate/server-kit/testing'
import { openBrowser, sessionCookies } from '@corroborate/server-kit/testing/browser'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../delivery/testing/index.ts'
import { createProject } from '../projects/index.ts'
import { identityUnderTest, makeCertificate } from '../testing/index.ts'
import { openVisitor, publishedClient, startPageServer, startTlsFront } from './testing/index.ts'

const appHost = 'app.corroborate.test'
const loginHost = 'login.corroborate.test'
const evilHost = 'evil.corroborate.test'
const hosts = [appHost, loginHost, evilHost]
const app = `https://${appHost}`
const login = `https://${loginHost}`

const certificate = makeCertificate(hosts)
const refreshPath = '/sdk/v1/sessions/authenticate'
const minutes = { session_duration_minutes: 60 }

/** An application and its provider on two hosts of one domain, over TLS, as browsers outside would meet them. */
const open = async () => {
  if (certificate === null) throw new Error('There is no certificate.')
  const { url: SMTP_URL, mails } = await startMailServer()
  const provider = await identityUnderTest({
    ...{ IDENTITY_ORIGIN: login, SITE_ORIGIN: app, LIMITS_SCALE: '1000' },
    SMTP_URL,
  })
  const pages = await startPageServer(publishedClient)
  onTestFinished(pages.close)
  const { origin: pagesOrigin } = pages
  const backends = { [appHost]: pagesOrigin, [evilHost]: pagesOrigin, [loginHost]: await serveApp(provider.app) }
  const front = await startTlsFront(certificate, backends)
  onTestFinished(front.close)
  const rules = hosts.map(host => `MAP ${host}:443 127.0.0.1:${front.port}`).join()
  const browser = await openBrowser([`--host-resolver-rules=${rules}`, '--ignore-certificate-errors'])
  onTestFinished(() => browser.close())

  const { publicToken } = await createProject(
    provider.db,
    {
      name: 'An application',
      environment: 'live',
      config: { allowedOrigins: [app], cnameDomain: loginHost, httpOnlyCookies: true },
    },
    Date.now(),
  )
  const more = { endpoints: undefined, endpointOptions: { apiDomain: loginHost } }
  const visitor = await openVisitor(browser, app, { publicToken, provider: login, more })
  onTestFinished(() => visitor.context.close())

  const signIn = async (email: string) => {
    const before = mails.length
    const { method_id } = await visitor.call('otps.email.loginOrCreate', email)
    await expect.poll(() => mails.length).toBe(before + 1)
    const [code] = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '') ?? []
    return visitor.call('otps.authenticate', code, method_id, minutes)
  }
  /** Waits for the response to the client's next refresh. */
  const nextRefresh = () =>
    visitor.page.waitForResponse(
      response => response.url() === `${login}${refreshPath}` && response.request().method() === 'POST',
    )
  const cookies = () => sessionCookies(visitor.context, `${login}${refreshPath}`)
  return { provider, publicToken, visitor, signIn, nextRefresh, cookies }
}

const skipped = certificate === null ? ' (skipped: openssl, which makes the certificate, is not installed)' : ''

describe.skipIf(certificate === null)(`provider on a sibling host of the application over TLS${skipped}`, () => {
  test('the session is stored in HttpOnly cookies', async () => {
    const { visitor, signIn, nextRefresh, cookies } = await open()
    const answer = await signIn('ada@example.org')
    expect(answer).toMatchObject({ status_code: 200, session_token: '', session_jwt: '' })
    expect(await visitor.call('session.getTokens')).toBeNull()
    expect(await visitor.page.evaluate(() => document.cookie)).toBe('')
    const kept = { domain: loginHost, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' }
    const signedIn = await cookies()
    expect(signedIn).toEqual([
      expect.objectContaining({ name: '__Host-stytch_session', ...kept }),
      expect.objectContaining({ name: '__Host-stytch_session_jwt', ...kept }),
    ])
    for (const { expires } of signedIn) expect(expires).toBeGreaterThan(Date.now() / 1_000 + 3_000)
    expect(await visitor.context.cookies(app)).toEqual([])

    const reloaded = nextRefresh()
    await visitor.visit('/')
    expect((await reloaded).status()).toBe(200)
    expect(await visitor.call('user.get')).toMatchObject({ user_id: answer.user_id })

    const refreshed = await visitor.call('session.authenticate', { session_duration_minutes: 120 })
    expect(refreshed).toMatchObject({ user_id: answer.user_id, session_token: '' })
    for (const { expires } of await cookies()) expect(expires).toBeGreaterThan(Date.now() / 1_000 + 6_000)

    await visitor.call('session.revoke')
    expect(await cookies()).toEqual([])
    expect(await visitor.call('session.getSync')).toBeNull()
    const refused = nextRefresh()
    await visitor.visit('/')
    expect((await refused).status()).toBe(401)
    expect(visitor.strangers).toEqual([])
  })

  test('a page on a third subdomain cannot take, end or replace the session', async () => {
    const { provider, publicToken, visitor, signIn, nextRefresh, cookies } = await open()
    const eve = await provider.addUser('eve@example.org')
    const { session_token: tossed } = await provider.signIn(eve.userId)
    const answer = await signIn('ada@example.org')
    const before = await cookies()

    const evil = await visitor.context.newPage()
    await evil.goto(`https://${evilHost}/`)
    await evil.evaluate(
      ([token, host]) => {
        for (const name of ['stytch_session', '__Host-stytch_session']) {
          // biome-ignore lint/suspicious/noDocumentCookie: what an attacker would do
          document.cookie = `${name}=${token}; domain=${host}; path=/sdk; secure`
        }
      },
      [tossed, 'corroborate.test'] as const,
    )
    const read = await evil.evaluate(
      ([url, authorization]) =>
        fetch(url, { method: 'POST', credentials: 'include', headers: { Authorization: authorization } }).then(
          () => 'read',
          () => 'refused',
        ),
      [`${login}${refreshPath}`, formatAuthorization({ publicToken, sessionToken: null })] as const,
    )
    expect(read).toBe('refused')
    // A form needs no leave to be sent, and the cookies of the domain go with it.
    const [ended] = await Promise.all([
      evil.waitForResponse(`${login}/sdk/v1/sessions/revoke`),
      evil.evaluate(action => {
        const form = Object.assign(document.createElement('form'), { method: 'POST', action })
        document.body.append(form)
        form.submit()
      }, `${login}/sdk/v1/sessions/revoke`),
    ])
    expect(ended.status()).toBeGreaterThanOrEqual(400)

    const names = (await cookies()).map(({ name }) => name)
    expect(names).toContain('stytch_session')
    expect(await cookies()).toEqual(expect.arrayContaining(before))
    const reloaded = nextRefresh()
    await visitor.visit('/')
    expect((await reloaded).status()).toBe(200)
    expect(await visitor.call('user.get')).toMatchObject({ user_id: answer.user_id })
  })
})
