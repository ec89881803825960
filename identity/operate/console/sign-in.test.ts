import { describe, expect, test } from 'vitest'
import { consoleToken } from '../../administrators/console-project.ts'
import { readMailedCode } from '../../testing/index.ts'
import { setToken, tokenOf } from './reader.ts'
import { openConsole } from './testing/index.ts'

const ada = 'ada@example.org'

test('before the first administrator the console explains how to add one and creates no project', async () => {
  const { run, visitor, enter, db } = await openConsole()
  const projects = () => db.selectFrom('projects').select('public_token').execute()
  expect((await visitor().get('/console')).html).toContain('npm run identity -- admin add EMAIL --role owner')
  expect(await projects()).toHaveLength(1)
  await run('admin add eve@example.org --role owner')
  // Servers look projects up anew within a second.
  await expect.poll(async () => (await visitor().get('/console')).html).toContain('Sign in to the console')
  expect((await (await enter(ada)).get('/console')).html).toContain('Overview')
  expect(await projects()).toHaveLength(2)
})

describe('administrator sign-in', () => {
  test('an administrator signs in by invitation and only with a second factor', async () => {
    const { run, visitor, enter } = await openConsole()
    const { out } = await run(`admin add ${ada} --role owner`)
    const [, link = ''] = /(\/console\/sign-in\/link\S+)/.exec(out) ?? []
    const browser = visitor()
    const [, token = ''] = /value="([^"]+)"/.exec((await browser.get(link)).html) ?? []
    const halfway = await browser.post('/console/sign-in/link', { token })
    expect(halfway.html).toContain('Set up a second factor')
    for (const path of ['/console', '/console/projects', '/console/administrators', '/console/me']) {
      expect((await browser.get(path)).url).toBe('/console/second')
    }
    expect(
      (await browser.post('/console/acts/admin-add', { reason: 'none', 'operand.0': 'eve@example.org' })).url,
    ).toBe('/console/second')
    // The link works once.
    expect((await visitor().post('/console/sign-in/link', { token })).status).toBe(400)
    const bob = await enter('bob@example.org')
    expect((await bob.get('/console')).html).toContain('Overview')
  })

  test('an administrator signs in by an emailed code and the app or a recovery code', async () => {
    const provider = await openConsole()
    const { totp } = await provider.enter(ada)
    const browser = provider.visitor()
    const asked = await browser.post('/console/sign-in', { email: ada })
    const [, method = ''] = /name="method" value="([^"]+)"/.exec(asked.html) ?? []
    const code = await readMailedCode(provider, ada)
    const wrong = await browser.post('/console/sign-in/code', { email: ada, method, code: '000000' })
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('role="alert"')])
    const second = await browser.post('/console/sign-in/code', { email: ada, method, code })
    expect(second.html).toContain('Code from your authenticator app')
    provider.clock.now += 60_000
    const home = await browser.post('/console/second/code', { code: totp.generate({ timestamp: provider.clock.now }) })
    expect(home.html).toContain('Overview')
    expect((await browser.post('/console/sign-out', {})).url).toBe('/console/sign-in')
    expect((await browser.get('/console')).url).toBe('/console/sign-in')
  })

  test('an administrator signing in by password still needs the second factor', async () => {
    const provider = await openConsole()
    const first = await provider.enter(ada)
    expect((await first.post('/console/me/password', { password: 'short' })).status).toBe(422)
    const set = await first.post('/console/me/password', { password: 'four blue chairs by the river' })
    expect(set.html).toContain('The password was set.')
    const browser = provider.visitor()
    const refused = await browser.post('/console/sign-in/password', { email: ada, password: 'four green chairs' })
    expect(refused.status).toBe(400)
    const second = await browser.post('/console/sign-in/password', {
      email: ada,
      password: 'four blue chairs by the river',
    })
    expect(second.url).toBe('/console/second')
  })

  test('a non-administrator is rejected, and an unknown address looks the same', async () => {
    const provider = await openConsole()
    await provider.enter(ada)
    const browser = provider.visitor()
    const stranger = await browser.post('/console/sign-in', { email: 'eve@example.org' })
    const known = await provider.visitor().post('/console/sign-in', { email: ada })
    const shape = (html: string, email: string) =>
      html.replaceAll(email, 'EMAIL').replace(/value="email-[^"]+"/, 'METHOD')
    expect(shape(stranger.html, 'eve@example.org')).toBe(shape(known.html, ada))
    // A user of the console's project who is not an administrator, created through the API.
    const { data } = await provider.sdkOf(consoleToken)('POST', '/otps/email/login_or_create', {
      email: 'eve@example.org',
    })
    const code = await readMailedCode(provider, 'eve@example.org')
    const nobody = await browser.post('/console/sign-in/code', {
      email: 'eve@example.org',
      method: String(data.method_id),
      code,
    })
    expect([nobody.status, nobody.html]).toEqual([403, expect.stringContaining('is not an administrator')])
  })

  test('the console has its own cookie and uncached pages', async () => {
    const provider = await openConsole()
    const browser = await provider.enter(ada)
    const { headers } = await browser.post('/console/second', {}, { follows: false })
    expect(headers.get('Cache-Control')).toBe('no-store')
    const page = await browser.get('/console')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
      ),
    })
    const fresh = provider.visitor()
    await fresh.post('/console/sign-in', { email: ada })
    const { out } = await provider.run(`admin invite ${ada}`)
    const [, token = ''] = /token=(\S+)/.exec(out) ?? []
    const signedIn = await fresh.post('/console/sign-in/link', { token }, { follows: false })
    expect(signedIn.headers.getSetCookie()[0]).toMatch(
      /^console_session=[^;]+; Path=\/console; HttpOnly; SameSite=Strict$/,
    )
  })

  test('a foreign page or a project’s host name cannot use the administrator’s session', async () => {
    const provider = await openConsole()
    const browser = await provider.enter(ada)
    const values = { 'operand.0': 'eve@example.org', 'option.role': 'owner', reason: 'Evil' }
    const refused = await browser.post('/console/acts/admin-add', values, {
      headers: { Origin: 'https://evil.example' },
    })
    expect(refused.status).toBe(403)
    expect((await provider.run('admin list')).out).not.toContain('eve@example.org')
    const elsewhere = await provider.app.request('https://login.example.org/console/sign-in', {
      headers: { Host: 'login.example.org' },
    })
    expect(elsewhere.status).toBe(404)
  })

  test('losing the role ends console access immediately', async () => {
    const provider = await openConsole()
    await provider.enter(ada)
    const bob = await provider.enter('bob@example.org', 'support')
    expect((await bob.get('/console')).status).toBe(200)
    expect((await provider.run('admin remove bob@example.org')).code).toBe(0)
    expect((await bob.get('/console')).url).toBe('/console/sign-in')
  })
})

test('over https the session uses a `__Host-` cookie, and one without the prefix is ignored', async () => {
  const core = { origin: 'https://id.example.org' }
  const headers = new Headers()
  const c = {
    header: (name: string, value: string) => headers.append(name, value),
    req: { header: () => 'console_session=x' },
  }
  setToken(c as never, core, 'token')
  expect(headers.getSetCookie()).toEqual(['__Host-console_session=token; Path=/; Secure; HttpOnly; SameSite=Strict'])
  expect(tokenOf(c as never, core)).toBeUndefined()
  expect(tokenOf(c as never, { origin: 'http://localhost:5001' })).toBe('x')
})
