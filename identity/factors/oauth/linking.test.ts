import { describe, expect, test } from 'vitest'
import { readMailbox } from '../../testing/index.ts'
import { browserAt, codePageAt, memberAt, type OAuthUnderTest, oauthUnderTest } from './testing/index.ts'

const open = async () => {
  const under = await oauthUnderTest()
  for (const name of ['google', 'github', 'facebook'] as const) await under.register(name)
  return { ...under, browser: browserAt(under) }
}

/** Sets the provider's profile of the returning user. */
const say = ({ fake }: OAuthUnderTest, name: 'google' | 'github' | 'facebook', person: object) =>
  fake.lie(name, { person })

const providersOf = async ({ provider }: OAuthUnderTest, session: unknown) => {
  const { data } = await provider.sdk('GET', '/users/me', undefined, { session: String(session) })
  return data as {
    user_id: string
    providers: { provider_type: string }[]
    emails: { email: string; verified: boolean }[]
  }
}

describe('provider account', () => {
  test('a provider account links to the user with the same verified email, and the owner is notified', async () => {
    const under = await open()
    const { userId } = await under.provider.addUser('ada@example.org')
    say(under, 'github', { email: 'Ada@Example.org', isVerified: true })
    const { data } = await under.browser.authenticate('github')
    expect(data.user_id).toBe(userId)
    const [mail] = await readMailbox(under.provider, 'ada@example.org', 1)
    expect(mail?.subject).toContain('linked')
    expect(data.session).toMatchObject({
      authentication_factors: [
        { type: 'oauth', delivery_method: 'oauth_github', github_oauth_factor: { email_id: expect.any(String) } },
      ],
    })
  })

  test('a provider account that verifies a mailbox first removes a stranger’s credentials', async () => {
    const under = await open()
    const { userId } = await under.provider.addUser('ada@example.org', { verified: false })
    const stranger = await under.provider.signIn(userId)
    say(under, 'google', { email: 'ada@example.org', isVerified: true })
    const { data, status } = await under.browser.authenticate('google')
    expect(status).toBe(200)
    expect(data.user_id).toBe(userId)
    expect(data.user).toMatchObject({ emails: [{ verified: true }], providers: [{ provider_type: 'Google' }] })
    const old = await under.provider.sdk('GET', '/users/me', undefined, { session: stranger.session_token })
    expect(old.json).toMatchObject({ error_type: 'session_not_found' })
  })

  test.each([
    ['without the flag', 'google', { isVerified: false }],
    ['of a provider that checks none', 'facebook', { isVerified: true }],
  ] as const)(
    'an email %s links to no account and is stored with the provider account only',
    async (_, name, person) => {
      const under = await open()
      const { userId } = await under.provider.addUser('ada@example.org')
      say(under, name, { email: 'ada@example.org', ...person })
      const { data } = await under.browser.authenticate(name)
      expect(data.user_id).not.toBe(userId)
      expect(data.user).toMatchObject({ emails: [] })
    },
  )

  test('a provider account stays with its user when its email moves on, and a new unused email is added', async () => {
    const under = await open()
    const first = await under.browser.authenticate('google')
    await under.provider.addUser('victim@example.org')
    say(under, 'google', { email: 'victim@example.org', isVerified: true })
    const moved = await under.browser.authenticate('google')
    expect(moved.data.user_id).toBe(first.data.user_id)
    expect((await providersOf(under, moved.data.session_token)).emails).toHaveLength(1)
    say(under, 'google', { email: 'new@example.org', isVerified: true })
    const changed = await under.browser.authenticate('google')
    const { emails } = await providersOf(under, changed.data.session_token)
    expect(emails.map(({ email }) => email).toSorted()).toEqual(['ada@example.org', 'new@example.org'])
  })
})

describe('provider account linked by a signed-in user', () => {
  const linkable = async () => {
    const under = await open()
    return { ...under, ...(await memberAt(under, 'me@example.org')) }
  }

  test('the account links to the signed-in user regardless of its email', async () => {
    const under = await linkable()
    const query = await under.attach()
    const { data } = await under.browser.authenticate('google', query, { session: under.session })
    expect(data.user_id).toBe(under.userId)
    const { providers } = await providersOf(under, data.session_token)
    expect(providers).toHaveLength(1)
  })

  test('the account links only in the session that requested it', async () => {
    const under = await linkable()
    const refused = await under.browser.authenticate('google', await under.attach())
    expect(refused.json).toMatchObject({ error_type: 'user_unauthenticated' })
    const other = await under.provider.signIn(under.userId)
    const elsewhere = await under.browser.authenticate('google', await under.attach(), { session: other.session_token })
    expect(elsewhere.json).toMatchObject({ error_type: 'user_unauthenticated' })
    expect(await under.provider.db.selectFrom('oauth_registrations').selectAll().execute()).toEqual([])
  })

  test('a link token works once, for its provider', async () => {
    const under = await linkable()
    const query = await under.attach('google')
    expect((await under.browser.go(under.browser.startUrl('github', query))).status).toBe(400)
    await under.browser.start('google', query)
    expect((await under.browser.go(under.browser.startUrl('google', query))).status).toBe(400)
  })

  test('linking requires recent authentication', async () => {
    const under = await linkable()
    under.provider.clock.now += 6 * 60_000
    const answer = await under.provider.sdk('POST', '/oauth/attach', { provider: 'google' }, { session: under.session })
    expect(answer.json).toMatchObject({ error_type: 'stale_factors' })
  })

  test('a linked account is a single factor: sensitive changes still need the authenticator app', async () => {
    const { browser, provider, userId, attach, session } = await linkable()
    await browser.authenticate('google', await attach(), { session })
    const { id: project_id } = await provider.project()
    const times = { last_step: 0, expires_at: provider.clock.now + 60_000, created_at: provider.clock.now }
    await provider.db
      .insertInto('totps')
      .values({ project_id, totp_id: 'totp', user_id: userId, secret: '', verified: 1, ...times })
      .execute()
    const { data } = await browser.authenticate('google')
    expect(data).toMatchObject({ user_id: userId, session: { authentication_factors: [{ type: 'oauth' }] } })
    const own = { session: String(data.session_token) }
    const answer = await provider.sdk('POST', '/oauth/attach', { provider: 'github' }, own)
    expect(answer.json).toMatchObject({ error_type: 'insufficient_factors' })
  })

  test('an already linked account re-authenticates its user and cannot link another account', async () => {
    const under = await linkable()
    let { data } = await under.browser.authenticate('google', await under.attach(), { session: under.session })
    const ask = (provider: string) =>
      under.provider.sdk('POST', '/oauth/attach', { provider }, { session: String(data.session_token) })
    const later = () => {
      under.provider.clock.now += 6 * 60_000
    }
    later()
    expect((await ask('github')).json).toMatchObject({ error_type: 'stale_factors' })
    const token = { oauth_attach_token: String((await ask('google')).data.oauth_attach_token) }
    ;({ data } = await under.browser.authenticate('google', token, { session: String(data.session_token) }))
    expect(data.user_id).toBe(under.userId)
    expect((await ask('github')).status).toBe(200)

    later()
    const other = { oauth_attach_token: String((await ask('google')).data.oauth_attach_token) }
    say(under, 'google', { subject: 'somebody-else' })
    const landed = await under.browser.signIn('google', other)
    expect(landed.searchParams.get('error')).toBe('duplicate_oauth_registration')
    expect(await under.provider.db.selectFrom('oauth_registrations').selectAll().execute()).toHaveLength(1)
  })

  test('an account linked to another user is rejected', async () => {
    const under = await linkable()
    await under.browser.authenticate('google')
    const landed = await under.browser.signIn('google', await under.attach())
    expect(landed.searchParams.get('error')).toBe('duplicate_oauth_registration')
  })

  test('a linked account can be removed unless it is the last sign-in method', async () => {
    const under = await open()
    say(under, 'facebook', { email: null })
    const { data } = await under.browser.authenticate('facebook')
    const path = `/users/oauth/${data.oauth_user_registration_id}`
    const session = String(data.session_token)
    const refused = await under.provider.sdk('DELETE', path, undefined, { session })
    expect(refused.json).toMatchObject({ error_type: 'cannot_delete_last_primary_factor' })
  })
})

describe('strict linking', () => {
  const strict = async () => {
    const under = await open()
    return { ...under, ...(await codePageAt(under)) }
  }

  test('strict linking emails a code to an address the provider verified only once', async () => {
    const { provider, browser, userId, page, enter, code } = await strict()
    expect(new URL(page).searchParams.has('token')).toBe(false)
    const shown = await browser.go(page)
    expect(await shown.text()).toContain('ada@example.org')
    const inSpanish = await browser.go(page, { headers: { 'Accept-Language': 'es-MX' } })
    expect(await inSpanish.text()).toMatch(/lang="es".*Introduzca el código.*<strong>ada@example\.org/s)
    const answer = await enter(code)
    expect(answer.status).toBe(303)
    const token = new URL(answer.headers.get('Location') ?? '').searchParams.get('token')
    const { data } = await provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 })
    expect(data.user_id).toBe(userId)
    expect((await enter(code)).status).toBe(401)
  })

  test('strict linking allows five attempts', async () => {
    const { provider, enter, code, wrong } = await strict()
    for (let guess = 0; guess < 5; guess += 1) expect((await enter(wrong)).status).toBe(400)
    expect((await enter(code)).status).toBe(401)
    expect(await provider.db.selectFrom('oauth_registrations').selectAll().execute()).toEqual([])
  })

  test('strict linking trusts a provider that hosts the mailbox', async () => {
    const under = await open()
    await under.provider.configure({ strictLinking: true })
    const { userId } = await under.provider.addUser('ada@gmail.com')
    say(under, 'google', { email: 'ada@gmail.com', isVerified: true })
    const { data } = await under.browser.authenticate('google')
    expect(data.user_id).toBe(userId)
  })
})

describe('provider tokens', () => {
  test('expired access tokens are refreshed for the signed-in user without exposing the refresh token', async () => {
    const under = await oauthUnderTest()
    await under.register('gitlab')
    const { data } = await browserAt(under).authenticate('gitlab')
    const { oauth_user_registration_id } = data
    const { access_token, expires_at } = data.provider_values as { access_token: string; expires_at: string }
    const ask = (session: unknown, id: unknown = oauth_user_registration_id) =>
      under.provider.sdk(
        'POST',
        '/oauth/provider_values',
        { oauth_user_registration_id: id },
        { session: String(session) },
      )
    const kept = await ask(data.session_token)
    expect(kept.data.provider_values).toMatchObject({ access_token, refresh_token: '' })

    // They expire within a minute. The played provider has the clock of the machine, an hour behind, so its tokens are still new.
    under.provider.clock.now = Date.parse(expires_at) - 30_000
    const { user_id } = data
    const { session_token } = await under.provider.signIn(String(user_id))
    const [one, two] = await Promise.all([ask(session_token), ask(session_token)])
    expect(one.json).toMatchObject({ data: { status_code: 200 } })
    expect(one.data.provider_values).not.toMatchObject({ access_token })
    expect(two.data.provider_values).toEqual(one.data.provider_values)

    const other = await under.provider.addUser('other@example.org')
    const stranger = await under.provider.signIn(other.userId)
    expect((await ask(stranger.session_token)).json).toMatchObject({ error_type: 'oauth_user_registration_not_found' })
  })
})
