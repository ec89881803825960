import { expect, test } from 'vitest'
import { countMessages, identityUnderTest, nothingOnItsWay, readMailbox, tokenIn } from '../../../testing/index.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const newerFirefox = firefox.replaceAll('150', '151')
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const [email, password] = ['ada@example.org', 'violet-anchor-tundra-93']
const home = '203.0.113.7'
const away = '198.51.100.9'

type Browser = { userAgent: string; from: string; cookie?: string; more?: Record<string, string> }

/** Creates a user with a verified address and a password who has signed in at home. */
const withAda = async (settings: Record<string, string> = {}) => {
  const provider = await identityUnderTest(settings)
  const { sdk, db, app, settings: read } = provider
  const logIn = async ({ userAgent, from, cookie, more = {} }: Browser, status = 200) => {
    const headers = { 'User-Agent': userAgent, ...(cookie !== undefined && { Cookie: cookie }), ...more }
    const body = { email, password, session_duration_minutes: 60 }
    const answer = await sdk('POST', '/passwords/authenticate', body, { headers, from })
    expect(answer.status).toBe(status)
    const set = answer.headers.getSetCookie().find(each => each.startsWith('known-')) ?? ''
    return { ...answer, set, cookie: set.split(';')[0] ?? '', session: String(answer.data.session_token) }
  }
  const sent = { email, password, session_duration_minutes: 60 }
  expect((await sdk('POST', '/passwords', sent, { headers: { 'User-Agent': firefox }, from: home })).status).toBe(200)
  await db.updateTable('user_emails').set({ verified: 1 }).execute()
  const mails = () => countMessages({ app, settings: read, db }, email)
  const newest = async () => {
    await nothingOnItsWay(db)
    return (await readMailbox({ app, settings: read }, email))[0]
  }
  const isLive = async (session: string) =>
    (await sdk('POST', '/sessions/authenticate', {}, { session })).status === 200
  return { ...provider, logIn, mails, newest, isLive }
}

test('signing in on a known device sends no email', async () => {
  const { logIn, mails, db } = await withAda()
  const before = await mails()
  const first = await logIn({ userAgent: firefox, from: home })
  expect(first.set).toMatch(/^known-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
  // An updated browser on another network is recognized by its cookie.
  const second = await logIn({ userAgent: newerFirefox, from: away, cookie: first.cookie })
  expect(second.cookie).toBe(first.cookie)
  expect(await mails()).toBe(before)
  expect(await db.selectFrom('known_devices').select(['browser', 'keeps_cookies', 'network']).execute()).toEqual([
    { browser: 'Firefox', keeps_cookies: 1, network: '198.51.100.0/24' },
  ])
})

test('signing in on a new device notifies every verified address with device, place and time', async () => {
  const { logIn, mails, newest, clock } = await withAda()
  await logIn({ userAgent: firefox, from: home })
  const before = await mails()
  clock.now = Date.UTC(2030, 0, 31, 12, 34)
  await logIn({ userAgent: iphone, from: away })
  const mail = await newest()
  expect(mail?.subject).toContain('New sign-in to')
  expect(mail?.text).toContain('Device: Safari, iPhone. Place: 198.51.100.0/24. Time: 31 January 2030 at 12:34 UTC.')
  expect(mail?.text).not.toContain(away)
  // The same telephone again: known.
  await logIn({ userAgent: iphone, from: away })
  expect(await mails()).toBe(before + 1)
})

test.each(['de', 'es'] as const)('the new device email is written in the project’s language: %s', async locale => {
  const { logIn, newest, configure } = await withAda()
  await configure({ locale })
  await logIn({ userAgent: iphone, from: away })
  expect((await newest())?.subject).toContain({ de: 'Neue Anmeldung bei', es: 'Nuevo inicio de sesión en' }[locale])
})

test('the country is shown only when a trusted proxy provides it', async () => {
  const settings = { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '192.0.2.1' }
  const { logIn, newest } = await withAda(settings)
  const through = { 'X-Forwarded-For': away, 'CF-IPCountry': 'CH' }
  await logIn({ userAgent: iphone, from: '192.0.2.1', more: through })
  expect((await newest())?.text).toContain('Place: Switzerland, 198.51.100.0/24.')
  await logIn({ userAgent: iphone, from: '192.0.2.9', more: through })
  expect((await newest())?.text).toContain('Place: 192.0.2.0/24.')
})

test('a project setting disables new device emails', async () => {
  const { logIn, mails, configure } = await withAda()
  await configure({ newDeviceMails: false })
  const before = await mails()
  await logIn({ userAgent: iphone, from: away })
  expect(await mails()).toBe(before)
})

test('"This was not me" asks for confirmation, then ends all sessions and starts a reset, once', async () => {
  const { logIn, newest, isLive, app, db } = await withAda()
  const own = await logIn({ userAgent: firefox, from: home })
  const stranger = await logIn({ userAgent: iphone, from: away })
  const link = (await newest())?.links[0] ?? ''

  const page = await app.request(link)
  expect([page.status, page.headers.get('Cache-Control'), page.headers.get('Referrer-Policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(await page.text()).toContain('<form method="post"><button>End all sign-ins</button></form>')
  expect([await isLive(own.session), await isLive(stranger.session)]).toEqual([true, true])

  const done = await app.request(link, { method: 'POST', headers: { 'Accept-Language': 'de' } })
  expect(done.status).toBe(200)
  expect(await done.text()).toContain('Alle Anmeldungen sind beendet')
  expect([await isLive(own.session), await isLive(stranger.session)]).toEqual([false, false])
  // The stranger may know the password.
  expect((await logIn({ userAgent: iphone, from: away }, 401)).json.error_type).toBe('reset_password')
  const mail = await newest()
  expect(mail?.subject).toContain('Set a new password')
  expect(tokenIn(mail ?? { links: [] })).toMatch(/^[\w-]{43}$/)
  const known = await db.selectFrom('known_devices').select('browser').execute()
  expect(known).toEqual([{ browser: 'Firefox' }])

  for (const method of ['GET', 'POST']) {
    const again = await app.request(link, { method })
    expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('This link works no longer')])
  }
})

test('an invalid, expired or foreign “this was not me” link changes nothing', async () => {
  const { logIn, newest, isLive, app, clock, settings } = await withAda()
  const own = await logIn({ userAgent: firefox, from: home })
  await logIn({ userAgent: iphone, from: away })
  const link = new URL((await newest())?.links[0] ?? '')
  const post = async (url: URL | string) => (await app.request(String(url), { method: 'POST' })).status
  const elsewhere = new URL(link)
  elsewhere.pathname = '/v1/not-me/project-test-unknown'
  const unknown = new URL(link)
  unknown.searchParams.set('token', 'x'.repeat(43))
  expect([await post(elsewhere), await post(unknown)]).toEqual([404, 404])
  expect(await post(`${settings.identity.origin}${link.pathname}`)).toBe(404)
  expect(await isLive(own.session)).toBe(true)
  clock.now += 8 * 24 * 60 * 60_000
  expect(await post(link)).toBe(404)
})

test('an account without a password gets advice on what else to check', async () => {
  const { logIn, newest, app, db } = await withAda()
  await logIn({ userAgent: iphone, from: away })
  const link = (await newest())?.links[0] ?? ''
  await db.deleteFrom('password_hashes').execute()
  expect(await (await app.request(link, { method: 'POST' })).text()).toContain('Your account has no password')
})
