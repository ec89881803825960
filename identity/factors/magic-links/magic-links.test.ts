import { createHash } from 'node:crypto'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { errorTypes } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import { type Kysely, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { issueToken } from '../../accounts/one-time-tokens/index.ts'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/store.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { countMessages, identityUnderTest, readMailbox, tokenIn } from '../../testing/index.ts'
import { magicLinkSettings } from './factor.ts'

const start = '/magic_links/email/login_or_create'
const primary = '/magic_links/email/send/primary'
const secondary = '/magic_links/email/send/secondary'
const authenticate = '/magic_links/authenticate'
const ada = 'ada@example.org'
const session_duration_minutes = 60

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const open = (settings: Record<string, string> = {}) => identityUnderTest({ LIMITS_SCALE: '1000', ...settings })

const rows = async ({ db }: Provider) => ({
  sessions: (await db.selectFrom('sessions').selectAll().execute()).length,
  users: (await db.selectFrom('users').selectAll().execute()).length,
  secrets: (await db.selectFrom('single_use_secrets').selectAll().execute()).length,
})

const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})

const pkcePair = (verifier = 'v'.repeat(64)) => ({
  code_verifier: verifier,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
})

const look = '/magic_links/look'
const linkIdOf = (token: string) => createHash('sha256').update(`link:${token}`).digest('base64url')

describe('magic link', () => {
  test('a magic link’s sender receives an id that cannot open the link', async () => {
    const provider = await open()
    const { data } = await provider.sdk('POST', start, { email: ada })
    const other = await provider.sdk('POST', primary, { email: 'eve@example.org' })
    const [mail] = await readMailbox(provider, ada)
    const token = tokenIn(mail)
    expect(data.link_id).toBe(linkIdOf(token))
    expect(other.data.link_id).toMatch(/^[\w-]{43}$/)
    expect(other.data.link_id).not.toBe(data.link_id)
    const stored = await provider.db.selectFrom('single_use_secrets').select('secret_hash').execute()
    expect(stored.map(({ secret_hash }) => secret_hash)).not.toContain(data.link_id)
    const spent = await provider.sdk('POST', authenticate, { token: data.link_id, session_duration_minutes })
    expect(spent).toMatchObject(refusal('unable_to_auth_magic_link'))
  })

  test('a reset email returns a link id even if no account has the address', async () => {
    const provider = await open()
    await provider.addUser(ada)
    const ask = (email: string) =>
      provider.sdk('POST', '/passwords/email/reset/start', {
        email,
        login_redirect_url: 'http://localhost:5000/authenticate',
      })
    const { data } = await ask(ada)
    const [mail] = await readMailbox(provider, ada)
    const link = mail?.links.find(url => url.includes('stytch_token_type=login')) ?? ''
    expect(data.link_id).toBe(linkIdOf(new URL(link).searchParams.get('token') ?? ''))
    expect((await ask('nobody@example.org')).data.link_id).toMatch(/^[\w-]{43}$/)
  })
})

describe('recipient address of a magic link', () => {
  test('the address is readable with the token without using up the link', async () => {
    const provider = await open()
    const { data } = await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const before = await rows(provider)
    for (let times = 0; times < 2; times++) {
      expect(await provider.sdk('POST', look, { token })).toMatchObject({
        status: 200,
        data: { user_id: data.user_id, email_address: ada, email_verified: false },
      })
    }
    expect(await rows(provider)).toEqual(before)
    expect((await provider.sdk('POST', authenticate, { token, session_duration_minutes })).status).toBe(200)
    expect(await provider.sdk('POST', look, { token })).toMatchObject(refusal('unable_to_auth_magic_link'))
  })

  test('the address is readable for both links of a reset email', async () => {
    const provider = await open()
    await provider.addUser(ada)
    await provider.sdk('POST', '/passwords/email/reset/start', {
      email: ada,
      login_redirect_url: 'http://localhost:5000/authenticate',
    })
    const [mail] = await readMailbox(provider, ada)
    const tokens = (mail?.links ?? [])
      .map(link => new URL(link).searchParams.get('token'))
      .filter(token => token !== null)
    expect(tokens).toHaveLength(2)
    for (const token of tokens) {
      expect((await provider.sdk('POST', look, { token })).data).toMatchObject({
        email_address: ada,
        email_verified: true,
      })
    }
  })

  test('a link that adds an address to an account shows the address it was sent to', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    const { session_token } = await provider.signIn(userId)
    await provider.sdk('POST', secondary, { email: 'second@example.org' }, { session: session_token })
    const token = tokenIn((await readMailbox(provider, 'second@example.org'))[0])
    expect((await provider.sdk('POST', look, { token })).data).toMatchObject({
      user_id: userId,
      email_address: 'second@example.org',
      email_verified: false,
    })
  })

  test('the address shown is the account address the email was sent to', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    const { session_token: session } = await provider.signIn(userId)
    const second = 'second@example.org'
    await provider.sdk('POST', secondary, { email: second }, { session })
    const adds = tokenIn((await readMailbox(provider, second))[0])
    expect((await provider.sdk('POST', look, { token: adds })).data.email_verified).toBe(false)
    await provider.sdk('POST', authenticate, { token: adds, session_duration_minutes }, { session })
    await provider.sdk('POST', start, { email: second })
    const token = tokenIn((await readMailbox(provider, second, 2))[0])
    const { data } = await provider.sdk('POST', look, { token })
    expect(data).toMatchObject({ user_id: userId, email_address: second, email_verified: true })
  })

  test('the address is hidden after it was removed from the account', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    await provider.db.deleteFrom('user_emails').where('user_id', '=', userId).execute()
    expect(await provider.sdk('POST', look, { token })).toMatchObject(refusal('unable_to_auth_magic_link'))
  })

  test('no address is shown for an expired link, another project’s link, or no link', async () => {
    const provider = await open()
    await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    for (const wrong of ['x', 'x'.repeat(43), linkIdOf(token)]) {
      expect(await provider.sdk('POST', look, { token: wrong })).toMatchObject(refusal('unable_to_auth_magic_link'))
    }
    provider.clock.now += 30 * 60_000
    expect(await provider.sdk('POST', look, { token })).toMatchObject(refusal('unable_to_auth_magic_link'))
  })
})

describe('magic link with a session', () => {
  test('a magic link signs up new users and signs in existing ones', async () => {
    const provider = await open()
    const sent = await provider.sdk('POST', start, { email: ' Ada@Example.ORG '.trim() })
    expect(sent).toMatchObject({ status: 200, data: { user_id: expect.any(String), email_id: expect.any(String) } })
    expect(sent.data).not.toHaveProperty('user_created')
    const [mail] = await readMailbox(provider, ada)
    expect(mail).toMatchObject({ channel: 'email', to: ada, code: null, html: expect.stringContaining('</html>') })

    const token = tokenIn(mail)
    const first = await provider.sdk('POST', authenticate, { token, session_duration_minutes })
    expect(first).toMatchObject({
      status: 200,
      data: {
        user_id: sent.data.user_id,
        method_id: sent.data.email_id,
        user: { status: 'active', emails: [{ email: ada, verified: true }] },
        session: {
          authentication_factors: [
            { type: 'magic_link', delivery_method: 'email', email_factor: { email_address: ada } },
          ],
        },
      },
    })
    const user = first.data.user as { created_at: string; updated_at: string }
    expect(user.created_at).toBe(user.updated_at)

    provider.clock.now += 60_000
    await provider.sdk('POST', start, { email: ada })
    const [again] = await readMailbox(provider, ada, 2)
    const second = await provider.sdk('POST', authenticate, { token: tokenIn(again), session_duration_minutes })
    expect(second.data.user_id).toBe(sent.data.user_id)
    const friend = second.data.user as { created_at: string; updated_at: string }
    expect(friend.created_at).not.toBe(friend.updated_at)
  })

  test('a magic link works once', async () => {
    const provider = await open()
    await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    await provider.sdk('POST', authenticate, { token, session_duration_minutes })
    const before = await rows(provider)
    expect(await provider.sdk('POST', authenticate, { token, session_duration_minutes })).toMatchObject(
      refusal('unable_to_auth_magic_link'),
    )
    expect(await rows(provider)).toEqual(before)
  })

  test.each([
    [{}, 30],
    [{ signup_expiration_minutes: 5 }, 5],
    [{ signup_expiration_minutes: 10_080 }, 30],
  ])('a magic link sent with %j expires after %d minutes', async (options, minutes) => {
    const provider = await open()
    await provider.sdk('POST', start, { email: ada, ...options })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    provider.clock.now += minutes * 60_000 + 1_000
    expect(await provider.sdk('POST', authenticate, { token, session_duration_minutes })).toMatchObject(
      refusal('unable_to_auth_magic_link'),
    )
    provider.clock.now -= 2_000
    expect((await provider.sdk('POST', authenticate, { token, session_duration_minutes })).status).toBe(200)
  })

  test('a magic link to an existing user lives at most as long as the project allows', async () => {
    const provider = await open()
    await provider.addUser(ada)
    await provider.configure({ expirations: { ...(await provider.project()).expirations, magicLink: 10 } })
    await provider.sdk('POST', start, { email: ada, login_expiration_minutes: 30 })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    provider.clock.now += 10 * 60_000 + 1_000
    expect(await provider.sdk('POST', authenticate, { token, session_duration_minutes })).toMatchObject(
      refusal('unable_to_auth_magic_link'),
    )
  })

  test('a magic link of one project does not work in another', async () => {
    const provider = await open()
    const other = await createProject(provider.db, { name: 'Other' }, Date.now())
    await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const sdk = provider.sdkOf(other.publicToken)
    const foreign = await sdk('POST', authenticate, { token, session_duration_minutes })
    const unknown = await sdk('POST', authenticate, { token: 'x'.repeat(43), session_duration_minutes })
    expect(foreign).toMatchObject(refusal('unable_to_auth_magic_link'))
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
    expect((await provider.sdk('POST', authenticate, { token, session_duration_minutes })).status).toBe(200)
  })

  test.each(['', 'x', '\u0000', '../../etc', 'x'.repeat(512)])('the token %j is rejected', async token => {
    const provider = await open()
    const { status } = await provider.sdk('POST', authenticate, { token, session_duration_minutes })
    expect([400, 401]).toContain(status)
    expect((await rows(provider)).sessions).toBe(0)
  })

  test('a magic link extends a session of the same user and ends that of another user', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    const own = await provider.signIn(userId)
    await provider.sdk('POST', start, { email: ada })
    const [mail] = await readMailbox(provider, ada)
    const joined = await provider.sdk(
      'POST',
      authenticate,
      { token: tokenIn(mail), session_duration_minutes },
      { session: own.session_token },
    )
    expect(joined.data).toMatchObject({ session: { session_id: own.session.session_id } })
    expect((joined.data.session as { authentication_factors: unknown[] }).authentication_factors).toHaveLength(2)

    const stranger = await provider.addUser('bob@example.org')
    const foreign = await provider.signIn(stranger.userId)
    await provider.sdk('POST', start, { email: ada })
    const [newer] = await readMailbox(provider, ada, 2)
    await provider.sdk(
      'POST',
      authenticate,
      { token: tokenIn(newer), session_duration_minutes },
      { session: foreign.session_token },
    )
    const refreshed = await provider.sdk('POST', '/sessions/authenticate', {}, { session: foreign.session_token })
    expect(refreshed.status).toBe(401)
  })
})

describe('redirect URL of a magic link', () => {
  test('the redirect is the URL in the request, with its own query and the token appended', async () => {
    const provider = await open()
    const { redirectUrls } = await provider.project()
    const wish = 'https://app.example.org/in?a=1&b=%2F'
    await provider.configure({ redirectUrls: { ...redirectUrls, login: [wish], signup: [wish] } })
    await provider.sdk('POST', start, { email: ada, login_magic_link_url: wish, signup_magic_link_url: wish })
    const [{ links }] = await readMailbox(provider, ada)
    expect(links[0]).toMatch(
      /^https:\/\/app\.example\.org\/in\?a=1&b=%2F&stytch_token_type=magic_links&token=[\w-]{43}$/,
    )
  })

  test('new users are redirected to the sign-up URL and existing users to the login URL', async () => {
    const provider = await open()
    const [login, signup] = ['https://app.example.org/login', 'https://app.example.org/signup']
    await provider.configure({ redirectUrls: { login: [login], signup: [signup], reset_password: [] } })
    await provider.addUser('friend@example.org')
    for (const email of ['friend@example.org', ada]) await provider.sdk('POST', start, { email })
    expect((await readMailbox(provider, 'friend@example.org'))[0].links[0]).toContain(login)
    expect((await readMailbox(provider, ada))[0].links[0]).toContain(signup)
  })

  test.each(['login', 'signup'] as const)(
    'the redirect falls back to the %s URL if the project has no other',
    async kind => {
      const provider = await open()
      const url = 'https://app.example.org/in'
      await provider.configure({ redirectUrls: { login: [], signup: [], reset_password: [], [kind]: [url] } })
      await provider.addUser('friend@example.org')
      for (const email of ['friend@example.org', ada]) {
        await provider.sdk('POST', start, { email })
        expect((await readMailbox(provider, email))[0].links[0]).toContain(url)
      }
      const signup_magic_link_url = 'https://evil.example/in'
      expect(await provider.sdk('POST', start, { email: ada, signup_magic_link_url })).toMatchObject(
        refusal('no_match_for_provided_magic_link_url'),
      )
    },
  )

  test('the redirect may use any port on localhost and otherwise only the project’s URLs', async () => {
    const provider = await open()
    const send = (login_magic_link_url: string) => provider.sdk('POST', start, { email: ada, login_magic_link_url })
    await provider.configure({
      redirectUrls: {
        login: ['http://localhost:3000/in', 'https://app.example.org/in'],
        signup: [],
        reset_password: [],
      },
    })
    expect((await send('http://localhost:4321/in')).status).toBe(200)
    for (const bad of [
      'https://app.example.org:444/in',
      'https://app.example.org/in/',
      'https://app.example.org/IN',
      'https://app.example.org/in?x=1',
      'https://app.example.org.evil.example/in',
      'https://app.example.org@evil.example/in',
      'http://app.example.org/in',
      'https://evil.example/in',
      'javascript:alert(1)',
      '//app.example.org/in',
      'http://localhost:3000/other',
      'https://app.example.org/in#x',
    ]) {
      expect(await send(bad), bad).toMatchObject(refusal('no_match_for_provided_magic_link_url'))
    }
    expect(await countMessages(provider)).toBe(1)
  })

  test('the redirect is never taken from a header', async () => {
    const provider = await open()
    for (const headers of [
      { Host: 'evil.example' },
      { 'X-Forwarded-Host': 'evil.example' },
      { Forwarded: 'host=evil.example;proto=https' },
      { 'X-Forwarded-Proto': 'gopher', 'X-Original-Host': 'evil.example' },
    ]) {
      await provider.sdk('POST', start, { email: ada }, { headers })
    }
    const allowed = (await provider.project()).redirectUrls
    const messages = await readMailbox(provider, ada)
    for (const { text, html, links } of messages) {
      expect(`${text}${html}`).not.toContain('evil')
      expect([...allowed.login, ...allowed.signup].some(url => links[0]?.startsWith(url))).toBe(true)
    }
  })

  test('nothing is sent for a project without redirect URLs', async () => {
    const provider = await open()
    await provider.configure({ redirectUrls: { login: [], signup: [], reset_password: [] } })
    expect(await provider.sdk('POST', start, { email: ada })).toMatchObject(refusal('no_login_redirect_urls_set'))
    expect(await countMessages(provider)).toBe(0)
  })
})

describe('magic link with PKCE', () => {
  test('the right verifier opens the link, and a wrong or missing one does not use it up', async () => {
    const provider = await open()
    const { code_challenge, code_verifier } = pkcePair()
    await provider.sdk('POST', start, { email: ada, code_challenge })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const attempt = (more: object) => provider.sdk('POST', authenticate, { token, session_duration_minutes, ...more })
    expect(await attempt({})).toMatchObject(refusal('pkce_expected_code_verifier'))
    expect(await attempt({ code_verifier: 'w'.repeat(64) })).toMatchObject(refusal('pkce_mismatch'))
    expect((await rows(provider)).sessions).toBe(0)
    expect((await attempt({ code_verifier })).status).toBe(200)
  })

  test('a verifier for a link without a challenge is rejected', async () => {
    const provider = await open()
    await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const { code_verifier } = pkcePair()
    expect(await provider.sdk('POST', authenticate, { token, session_duration_minutes, code_verifier })).toMatchObject(
      refusal('pkce_did_not_expect_code_verifier'),
    )
  })

  test('a project that requires PKCE sends no link without a challenge', async () => {
    const provider = await open()
    const { pkce } = await provider.project()
    await provider.configure({ pkce: { ...pkce, magicLinks: true } })
    for (const path of [start, primary]) {
      expect(await provider.sdk('POST', path, { email: ada })).toMatchObject(refusal('invalid_pkce_code_challenge'))
    }
    expect(await countMessages(provider)).toBe(0)
    const { code_challenge } = pkcePair()
    expect((await provider.sdk('POST', start, { email: ada, code_challenge })).status).toBe(200)
  })
})

describe('account enumeration', () => {
  test.each([start, primary])(
    '%s responds the same for existing users, new users and users who never used their link',
    async path => {
      const provider = await open()
      await provider.addUser('friend@example.org')
      await provider.sdk('POST', start, { email: 'pending@example.org' })
      const shapes = []
      for (const email of ['friend@example.org', 'stranger@example.org', 'pending@example.org']) {
        const { status, headers, data } = await provider.sdk('POST', path, { email })
        const names = [...headers.keys()].toSorted()
        const forms = Object.entries(data).map(([key, value]) => [
          key,
          String(value).replaceAll(key === 'link_id' ? /[\w-]/g : /[0-9a-f]/g, 'x'),
        ])
        shapes.push({ status, names, forms, length: headers.get('Content-Length') })
      }
      expect(shapes[1]).toEqual(shapes[0])
      expect(shapes[2]).toEqual(shapes[0])
    },
  )

  test('new users get stable ids across requests, like existing users', async () => {
    const provider = await open()
    const one = await provider.sdk('POST', primary, { email: ada })
    const two = await provider.sdk('POST', primary, { email: ada })
    expect(two.data).toMatchObject({ user_id: one.data.user_id, email_id: one.data.email_id })
  })

  test('send/primary creates no account and emails that there is none, without a link', async () => {
    const provider = await open()
    await provider.sdk('POST', primary, { email: ada })
    const [mail] = await readMailbox(provider, ada)
    expect(mail.links).toEqual([])
    expect(mail.text).toContain('no account')
    await provider.addUser('friend@example.org')
    await provider.sdk('POST', primary, { email: 'friend@example.org' })
    expect((await readMailbox(provider, 'friend@example.org'))[0].links).toHaveLength(1)
  })

  test('an imported user with a password has an account before the first sign-in', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada, { verified: false })
    const project = await provider.project()
    const { setPassword } = await import('../passwords/index.ts')
    await provider.db
      .transaction()
      .execute(tx => setPassword(tx, project, userId, { scheme: 'bcrypt', hash: '$2b$10$x' }, Date.now()))
    await provider.sdk('POST', primary, { email: ada })
    expect((await readMailbox(provider, ada))[0].links).toHaveLength(1)
  })
})

describe('email addresses', () => {
  test.each([
    ['ada@example.org\r\nBcc: eve@example.org', 'invalid_email'],
    ['ada@example.org,eve@example.org', 'invalid_email'],
    ['ada@example.org;eve@example.org', 'invalid_email'],
    ['ada@example.org eve@example.org', 'invalid_email'],
    ['ada\u0000@example.org', 'invalid_email'],
    ['ada＠example.org', 'invalid_email'],
    ['ada\u200b@example.org', 'forbidden_character_zero_width_space'],
    [`${'a'.repeat(300)}@example.org`, 'invalid_email'],
    ['"a b"@example.org', 'invalid_email'],
    ['ada@localhost', 'invalid_email'],
  ] as const)('the address %j is rejected and nothing is sent', async (email, type) => {
    const provider = await open()
    for (const path of [start, primary]) {
      expect(await provider.sdk('POST', path, { email })).toMatchObject(refusal(type))
    }
    expect(await countMessages(provider)).toBe(0)
    expect(await rows(provider)).toEqual({ sessions: 0, users: 0, secrets: 0 })
  })
})

describe('rate limits', () => {
  test('emails per mailbox are limited, with a Retry-After for the sender', async () => {
    const provider = await open({ LIMITS_SCALE: '1' })
    const answers = []
    for (let index = 0; index < 30; index++) answers.push(await provider.sdk('POST', start, { email: ada }))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(20)
    expect(refused[0]).toMatchObject(refusal('too_many_requests'))
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await countMessages(provider, ada)).toBe(30 - refused.length)
  })

  test('one IP address cannot email three hundred mailboxes', async () => {
    const provider = await open({ LIMITS_SCALE: '1' })
    let refused = 0
    for (let index = 0; index < 300; index++) {
      const { status } = await provider.sdk('POST', start, { email: `person${index}@example.org` })
      if (status === 429) refused++
    }
    expect(refused).toBeGreaterThanOrEqual(200)
  })

  test('close to a rate limit, a captcha is requested by a plain-text error if the project enables it', async () => {
    const provider = await open({ LIMITS_SCALE: '1' })
    await provider.configure({ adaptiveCaptcha: true })
    const answers = []
    for (let index = 0; index < 10; index++) answers.push(await provider.sdk('POST', start, { email: ada }))
    const demand = answers.find(({ status }) => status === 403)
    expect(demand?.headers.get('Content-Type')).toContain('text/plain')
    expect(demand?.json).toEqual({ text: expect.stringContaining('Captcha required') })
  })
})

test.each([look, authenticate])('token attempts per IP address are limited at %s', async path => {
  const provider = await open({ LIMITS_SCALE: String(2 / 300) })
  const attempt = (from: string) =>
    provider.sdk('POST', path, { token: 'x'.repeat(43), session_duration_minutes }, { from })
  for (let n = 0; n < 2; n++) expect((await attempt('192.0.2.1')).status).toBe(401)
  expect(await attempt('192.0.2.1')).toMatchObject(refusal('too_many_requests'))
  expect((await attempt('198.51.100.1')).status).toBe(401)
})

test('the audit log records who requested a link, for which user and address', async () => {
  const provider = await open()
  const { userId, emailId } = await provider.addUser(ada)
  const { session_token: session } = await provider.signIn(userId)
  await provider.sdk('POST', start, { email: ada })
  const { data } = await provider.sdk('POST', secondary, { email: 'second@example.org' }, { session })
  const { id: projectId } = await provider.project()
  const entries = await readAudit(provider.db, { projectId, since: 0, limit: 1_000 })
  const sent = entries.filter(({ action }) => action === 'magic_link.sent')
  expect(sent.toSorted((a, b) => b.actor.localeCompare(a.actor))).toMatchObject([
    { actor: userId, user_id: userId, details: { email_id: data.email_id } },
    { actor: 'anonymous', user_id: userId, details: { email_id: emailId } },
  ])
})

test('magic link settings are their lifetimes and whether PKCE is required', () => {
  const project = { expirations: { magicLink: 60, passcode: 10 }, pkce: { magicLinks: false, passwords: true } }
  const apply = (flag: string, value: string) => magicLinkSettings[flag]?.apply(project as never, [value])
  expect(apply('magic-link-minutes', '5')).toEqual({ expirations: { magicLink: 5, passcode: 10 } })
  expect(apply('pkce-magic-links', 'on')).toEqual({ pkce: { magicLinks: true, passwords: true } })
})

describe('send/secondary', () => {
  let provider: Provider
  let session: string
  beforeEach(async () => {
    provider = await open()
    const { userId } = await provider.addUser('owner@example.org')
    session = (await provider.signIn(userId)).session_token
  })
  const send = (email: string, options = { session }) => provider.sdk('POST', secondary, { email }, options)

  test('send/secondary adds an address to the session’s user only once it is verified', async () => {
    provider.clock.now += 1_000
    await send(ada, { session })
    const [mail] = await readMailbox(provider, ada)
    expect((await rows(provider)).users).toBe(1)
    const before = await provider.sdk('GET', '/users/me', undefined, { session })
    expect(before.data.emails).toHaveLength(1)
    const done = await provider.sdk(
      'POST',
      authenticate,
      { token: tokenIn(mail), session_duration_minutes },
      { session },
    )
    expect(done).toMatchObject({
      status: 200,
      data: {
        method_id: (done.data.user as User).emails[1]?.email_id,
        user: { emails: [{ email: 'owner@example.org' }, { email: ada, verified: true }] },
      },
    })
    // The notification goes to the previous address, not to the new one.
    expect((await readMailbox(provider, 'owner@example.org'))[0].subject).toContain('An e-mail address was added')
    expect(await countMessages(provider, ada)).toBe(1)
  })

  test('a link opened without the session adds nothing and signs nobody in', async () => {
    await send(ada, { session })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const attempt = (options: { session?: string }) =>
      provider.sdk('POST', authenticate, { token, session_duration_minutes }, options)
    // The answer must not say that a session ended: a client would then forget a session that it has.
    expect(await attempt({})).toMatchObject(refusal('user_unauthenticated'))
    const stranger = await provider.addUser('eve@example.org')
    const foreign = await provider.signIn(stranger.userId)
    expect(await attempt({ session: foreign.session_token })).toMatchObject(refusal('user_unauthenticated'))
    expect((await attempt({ session })).status).toBe(200)
  })

  test('send/secondary requires a session, and recent authentication for a new address', async () => {
    expect((await provider.sdk('POST', secondary, { email: ada })).status).toBe(401)
    provider.clock.now += 10 * 60_000
    expect(await send(ada, { session })).toMatchObject(refusal('stale_factors'))
    expect((await send('owner@example.org', { session })).status).toBe(200)
  })

  test('send/secondary rejects another account’s verified address without naming the account', async () => {
    await provider.addUser(ada)
    expect(await send(ada, { session })).toMatchObject(refusal('duplicate_email'))
    expect(await countMessages(provider)).toBe(0)
  })

  test('an unverified address moves to the user who verifies it', async () => {
    await provider.sdk('POST', start, { email: ada })
    await readMailbox(provider, ada)
    await send(ada, { session })
    const [mail] = await readMailbox(provider, ada, 2)
    const done = await provider.sdk(
      'POST',
      authenticate,
      { token: tokenIn(mail), session_duration_minutes },
      { session },
    )
    expect(done.status).toBe(200)
  })
})

describe('tokens of a reset email', () => {
  const issue = async (provider: Provider, kind: 'reset_login' | 'password_reset', codeChallenge?: string) => {
    const { userId, emailId } = await provider.addUser(ada)
    const { id: projectId } = await provider.project()
    const expiresAt = provider.clock.now + 1_800_000
    return provider.db
      .transaction()
      .execute(tx =>
        issueToken(tx, { projectId, kind, subject: emailId, userId, codeChallenge, expiresAt }, Date.now()),
      )
  }

  test.each(['reset_login', 'password_reset'] as const)('the %s token signs in once', async kind => {
    const provider = await open()
    const token = await issue(provider, kind)
    const attempt = () => provider.sdk('POST', authenticate, { token, session_duration_minutes })
    expect(await attempt()).toMatchObject({
      status: 200,
      data: { session: { authentication_factors: [{ type: 'magic_link', email_factor: { email_address: ada } }] } },
    })
    expect(await attempt()).toMatchObject(refusal('unable_to_auth_magic_link'))
  })

  test.each(['reset_login', 'password_reset'] as const)(
    'using %s invalidates both reset tokens, and another magic link affects neither',
    async kind => {
      const provider = await open()
      const { userId, emailId: subject } = await provider.addUser(ada)
      await provider.sdk('POST', start, { email: ada })
      const link = tokenIn((await readMailbox(provider, ada))[0])
      const { id: projectId } = await provider.project()
      const secret = { projectId, subject, userId, expiresAt: provider.clock.now + 1_800_000 }
      const { first, second } = await provider.db.transaction().execute(async tx => ({
        first: await issueToken(tx, { ...secret, kind }, Date.now()),
        second: await issueToken(
          tx,
          { ...secret, kind: kind === 'reset_login' ? 'password_reset' : 'reset_login' },
          Date.now(),
        ),
      }))
      const attempt = (token: string) => provider.sdk('POST', authenticate, { token, session_duration_minutes })
      expect((await attempt(link)).status).toBe(200)
      expect((await attempt(first)).status).toBe(200)
      expect(await attempt(second)).toMatchObject(refusal('unable_to_auth_magic_link'))
    },
  )

  test('reset tokens check their PKCE challenge, and a mismatch error mentions pkce so clients retry', async () => {
    const provider = await open()
    const { code_challenge, code_verifier } = pkcePair()
    const token = await issue(provider, 'reset_login', code_challenge)
    const wrong = await provider.sdk('POST', authenticate, {
      token,
      session_duration_minutes,
      code_verifier: 'w'.repeat(64),
    })
    expect(wrong.json.error_type).toContain('pkce')
    const right = await provider.sdk('POST', authenticate, { token, session_duration_minutes, code_verifier })
    expect(right.status).toBe(200)
  })
})

test('the first verification of a mailbox removes credentials a stranger added', async () => {
  const provider = await open()
  const { userId } = await provider.addUser(ada, { verified: false })
  const squatter = await provider.signIn(userId)
  await provider.sdk('POST', start, { email: ada })
  const token = tokenIn((await readMailbox(provider, ada))[0])
  expect((await provider.sdk('POST', authenticate, { token, session_duration_minutes })).status).toBe(200)
  const old = await provider.sdk('POST', '/sessions/authenticate', {}, { session: squatter.session_token })
  expect(old.status).toBe(401)
})

describe('no mail transport', () => {
  test('production without a mail transport creates no link and returns an error', async () => {
    const provider = await open({ NODE_ENV: 'production', LIMITS_SCALE: '1' })
    expect(await provider.sdk('POST', start, { email: ada })).toMatchObject(refusal('server_unavailable'))
    expect(await rows(provider)).toEqual({ sessions: 0, users: 0, secrets: 0 })
  })
})

describeStore<Tables>('magic links', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const db: Kysely<Tables> = await openStore()
    const { url } = store.placeOf(db)
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }

  test('a magic link used by twenty concurrent requests creates one session', async () => {
    const provider = await onEngine()
    await provider.sdk('POST', start, { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => provider.sdk('POST', authenticate, { token, session_duration_minutes })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
    expect((await rows(provider)).sessions).toBe(1)
  })

  test('twenty concurrent sends for a new address create one user and twenty emails', async () => {
    const provider = await onEngine()
    const answers = await Promise.all(Array.from({ length: 20 }, () => provider.sdk('POST', start, { email: ada })))
    expect(new Set(answers.map(({ data }) => data.user_id)).size).toBe(1)
    expect((await rows(provider)).users).toBe(1)
    await readMailbox(provider, ada, 20)
    const { count } = await provider.db
      .selectFrom('user_emails')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
  })
})
