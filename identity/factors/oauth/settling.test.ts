import type { EmailAddress } from '@corroborate/wire/email'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { emails } from '../../accounts/contacts/attach.ts'
import { countMessages, identityUnderTest, readMailbox } from '../../testing/index.ts'
import { keepValues, readValues } from './store.ts'
import { adaAt, browserAt, inUse, type Lies, memberAt, oauthUnderTest, oneTapAt, registered } from './testing/index.ts'

// Database changes of an arrival, once the application's page has presented its token.

const open = async () => {
  const under = await oauthUnderTest()
  for (const name of ['google', 'github', 'facebook'] as const) await under.register(name)
  const { provider, fake } = under
  const { db } = provider
  const say = (name: OAuthProvider, person: NonNullable<Lies['person']>) => fake.lie(name, { person })
  /** Returns the audit log's entries with details. */
  const logged = async () => {
    const rows = await db.selectFrom('audit_log').select(['action', 'details']).orderBy('at').execute()
    return rows
      .filter(({ action }) => ['oauth.linked', 'email.added'].includes(action))
      .map(({ action, details }) => [action, JSON.parse(details)])
  }
  const authenticate = (token: string | null, session?: string) =>
    provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 }, { session: session ?? null })
  const tokenOf = (url: URL) => url.searchParams.get('token')
  const factorsOf = (data: Record<string, unknown>) =>
    (data.session as { authentication_factors: Record<string, unknown>[] }).authentication_factors
  const member = (address: string) => memberAt(under, address)
  return { ...under, db, browser: browserAt(under), say, logged, authenticate, tokenOf, member, factorsOf }
}

describe('new social user', () => {
  test('a new user gets the verified email and name, and no notification', async () => {
    const { browser, logged, provider } = await open()
    const { data } = await browser.authenticate('google')
    expect(data.user).toMatchObject({
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      emails: [{ email: 'ada@example.org', verified: true }],
    })
    const { oauth_user_registration_id, provider_subject } = data
    expect(await logged()).toEqual([
      ['oauth.linked', { oauth_user_registration_id, provider: 'google', provider_subject }],
    ])
    expect(await countMessages(provider)).toBe(0)
  })

  test('a returning user is recognized without new log entries or emails', async () => {
    const { browser, logged, provider, factorsOf } = await open()
    const first = await browser.authenticate('google')
    const { data } = await browser.authenticate('google')
    expect(data).toMatchObject({
      user_id: first.data.user_id,
      oauth_user_registration_id: first.data.oauth_user_registration_id,
    })
    const [{ email_id }] = (first.data.user as { emails: [{ email_id: string }] }).emails
    expect(factorsOf(data)).toMatchObject([{ google_oauth_factor: { email_id } }])
    expect(await logged()).toHaveLength(1)
    expect(await countMessages(provider)).toBe(0)
  })
})

describe('email of a linked provider account', () => {
  test('an unused email is added to the user, logged, and announced to the earlier address', async () => {
    const { browser, say, logged, provider, factorsOf } = await open()
    await browser.authenticate('google')
    say('google', { email: 'new@example.org' })
    const { data } = await browser.authenticate('google')
    const [{ google_oauth_factor: factor } = {}] = factorsOf(data)
    const { email_id } = factor as { email_id: string }
    expect((data.user as { emails: unknown[] }).emails).toContainEqual({
      email_id,
      email: 'new@example.org',
      verified: true,
    })
    expect((await logged()).slice(1)).toEqual([['email.added', { email_id }]])
    expect(await readMailbox(provider, 'ada@example.org', 1)).toHaveLength(1)
    expect(await countMessages(provider, 'new@example.org')).toBe(0)
  })

  test.each([
    ['and is another’s', true],
    ['and another has not proved it', false],
  ])('an email %s stays there and the session does not list it as verified', async (_, verified) => {
    const { browser, say, provider, factorsOf, logged } = await open()
    await browser.authenticate('google')
    const { userId } = await provider.addUser('other@example.org', { verified })
    say('google', { email: 'other@example.org' })
    const { data } = await browser.authenticate('google')
    expect(data.user_id).not.toBe(userId)
    expect(factorsOf(data)[0]?.google_oauth_factor).not.toHaveProperty('email_id')
    expect((data.user as { emails: unknown[] }).emails).toHaveLength(1)
    expect(await logged()).toHaveLength(1)
  })

  test('the user’s own unverified email is not verified by linking', async () => {
    const { browser, say, db, provider, factorsOf } = await open()
    const { data } = await browser.authenticate('google')
    const project = await provider.project()
    await db
      .transaction()
      .execute(tx =>
        emails.claim(tx, project, String(data.user_id), 'mine@example.org' as EmailAddress, false, provider.clock.now),
      )
    say('google', { email: 'mine@example.org' })
    const again = await browser.authenticate('google')
    expect(factorsOf(again.data)[0]?.google_oauth_factor).not.toHaveProperty('email_id')
  })

  test('an unverified provider email appears in no session', async () => {
    const { browser, factorsOf } = await open()
    const { data } = await browser.authenticate('facebook')
    expect(factorsOf(data)[0]?.facebook_oauth_factor).not.toHaveProperty('email_id')
    expect((data.user as { emails: unknown[] }).emails).toEqual([])
  })
})

describe('first verification of an email entered by a stranger', () => {
  test.each([
    ['Ada Lovelace', { first_name: 'Ada', last_name: 'Lovelace' }],
    ['Ada', { first_name: 'Ada', last_name: '' }],
    ['', { first_name: '', last_name: '' }],
  ])('the first verification sets the name from the provider: %j', async (name, expected) => {
    const { browser, say, provider, db } = await open()
    const { userId } = await provider.addUser('ada@example.org', { verified: false })
    await db
      .updateTable('users')
      .set({ first_name: 'Mallory', last_name: 'Stranger' })
      .where('user_id', '=', userId)
      .execute()
    say('google', { name })
    const { data } = await browser.authenticate('google')
    expect(data).toMatchObject({ user_id: userId, user: { name: expected, emails: [{ verified: true }] } })
  })

  test('a verified email is not reset: the user keeps name and sessions', async () => {
    const { browser, provider, db } = await open()
    const { userId } = await provider.addUser('ada@example.org')
    const { session_token: session } = await provider.signIn(userId)
    await db
      .updateTable('users')
      .set({ first_name: 'Augusta', last_name: 'King' })
      .where('user_id', '=', userId)
      .execute()
    const { data } = await browser.authenticate('google')
    expect(data).toMatchObject({ user_id: userId, user: { name: { first_name: 'Augusta', last_name: 'King' } } })
    expect((await provider.sdk('GET', '/users/me', undefined, { session })).status).toBe(200)
  })
})

describe('changes between callback and token exchange', () => {
  test('an account that another user linked meanwhile stays theirs', async () => {
    const { browser, member, authenticate, tokenOf, db } = await open()
    const [me, them] = [await member('me@example.org'), await member('them@example.org')]
    const mine = tokenOf(await browser.signIn('google', await me.attach('google')))
    const theirs = tokenOf(await browser.signIn('google', await them.attach('google')))
    expect((await authenticate(theirs, them.session)).status).toBe(200)
    expect((await authenticate(mine, me.session)).json).toMatchObject({ error_type: 'duplicate_oauth_registration' })
    expect(await db.selectFrom('oauth_registrations').select('user_id').execute()).toEqual([{ user_id: them.userId }])
  })

  test('the sign-in restarts if the operator enabled strict linking meanwhile', async () => {
    const { browser, authenticate, tokenOf, provider, db } = await open()
    await provider.addUser('ada@example.org')
    const token = tokenOf(await browser.signIn('github'))
    await provider.configure({ strictLinking: true })
    expect((await authenticate(token)).json).toMatchObject({ error_type: 'oauth_token_not_found' })
    expect(await db.selectFrom('oauth_registrations').selectAll().execute()).toEqual([])
  })

  test('the sign-in restarts if the stored provider data was purged meanwhile', async () => {
    const { browser, authenticate, tokenOf, db } = await open()
    const token = tokenOf(await browser.signIn('google'))
    await db.deleteFrom('oauth_parcels').execute()
    expect((await authenticate(token)).json).toMatchObject({ error_type: 'oauth_token_not_found' })
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})

describe('OAuth client changed during a sign-in', () => {
  const other = (db: Awaited<ReturnType<typeof open>>['db']) =>
    db.updateTable('oauth_clients').set({ client_id: 'another-client' }).execute()

  test('a code for the old client is not sent to the new one', async () => {
    const { browser, db, fake } = await open()
    const start = await browser.start('google')
    await other(db)
    const landed = new URL((await browser.comeBack(start)).headers.get('Location') ?? '')
    expect(landed.searchParams.get('error')).toBe('oauth_config_not_found')
    expect(fake.asked('oauth2.googleapis.com/token')).toHaveLength(0)
  })

  test('a One Tap credential for the old client is rejected', async () => {
    const under = await open()
    const { start, submit } = oneTapAt(under)
    const prompt = await start()
    const credential = await under.fake.credential(registered.clientId('google'), adaAt('google'), null)
    await other(under.db)
    expect((await submit(prompt, credential)).json.error_type).toBe('invalid_client')
  })
})

test('a One Tap credential for an unknown project is rejected', async () => {
  const under = await open()
  const { start, submit } = oneTapAt(under)
  const prompt = await start()
  const [, token] = (prompt.json.oauth_callback_id ?? '').split('.')
  const elsewhere = { ...prompt, json: { ...prompt.json, oauth_callback_id: `project-test-nobody.${token}` } }
  expect((await submit(elsewhere, 'x')).json.error_type).toBe('oauth_state_mismatch')
  expect((await submit(prompt, '')).json.error_type).toBe('bad_request')
})

describe('linking a provider account', () => {
  test('linking requires a client for the provider', async () => {
    const { addUser, signIn, sdk } = await identityUnderTest(inUse)
    const { userId } = await addUser('me@example.org')
    const { session_token: session } = await signIn(userId)
    const answer = await sdk('POST', '/oauth/attach', { provider: 'slack' }, { session })
    expect(answer.json).toMatchObject({ error_type: 'oauth_config_not_found' })
  })

  test('recent authentication allows linking a second account at the same provider', async () => {
    const { browser, member, say } = await open()
    const me = await member('me@example.org')
    const first = await browser.authenticate('google', await me.attach('google'), { session: me.session })
    say('google', { subject: 'a-second-one' })
    const session = String(first.data.session_token)
    const { data } = await browser.authenticate('google', await me.attach('google', session), { session })
    expect(data).toMatchObject({ user_id: me.userId, user: { providers: [{}, {}] } })
  })
})

describe('stored provider tokens', () => {
  const linked = async () => {
    const under = await open()
    await under.register('gitlab')
    const { data } = await under.browser.authenticate('gitlab')
    const { id: projectId } = await under.provider.project()
    const { db, sealer, clock, sdk } = under.provider
    const userId = String(data.user_id)
    const id = String(data.oauth_user_registration_id)
    const kept = async () => (await readValues(db, sealer, projectId, userId, id))?.values
    const before = await kept()
    if (before === undefined) throw new Error('Nothing is kept.')
    const keep = (given: Partial<typeof before>) => keepValues(db, sealer, projectId, id, { ...before, ...given })
    const ask = async (session = String(data.session_token)) =>
      sdk('POST', '/oauth/provider_values', { oauth_user_registration_id: id }, { session })
    const inMs = (ms: number) => new Date(clock.now + ms).toISOString()
    const token = { access_token: 'held' }
    under.fake.log.length = 0
    const refreshes = () => under.fake.log.filter(({ form }) => form.get('grant_type') === 'refresh_token').length
    return { ...under, userId, id, before, kept, keep, ask, inMs, token, refreshes }
  }

  test.each([
    ['end in a minute', 60_000, { access_token: 'held' }, 0],
    ['end sooner than in a minute', 59_999, {}, 1],
    ['ended', -60_000, {}, 1],
  ])('tokens that %s are refreshed only when necessary', async (_, ms, expected, times) => {
    const { keep, ask, inMs, token, refreshes, before } = await linked()
    expect(before.refresh_token).not.toBe('')
    await keep({ ...token, expires_at: inMs(ms) })
    const { status, data } = await ask()
    expect([status, refreshes()]).toEqual([200, times])
    expect(data.provider_values).toMatchObject(expected)
    if (times > 0) expect(data.provider_values).not.toMatchObject({ access_token: 'held' })
  })

  test.each([
    ['that cannot be renewed', { refresh_token: '' }],
    ['that do not end', { expires_at: '' }],
  ])('tokens %s are returned as they are', async (_, given) => {
    const { keep, ask, inMs, token, refreshes } = await linked()
    await keep({ ...token, expires_at: inMs(-60_000), ...given })
    expect((await ask()).data.provider_values).toMatchObject({ access_token: 'held' })
    expect(refreshes()).toBe(0)
  })

  test('refreshed tokens are stored with the other known fields', async () => {
    const { keep, ask, inMs, token, kept, refreshes } = await linked()
    await keep({ ...token, expires_at: inMs(0), email: 'as@given.example' })
    const first = await ask()
    expect(await kept()).toMatchObject({ email: 'as@given.example', scopes: expect.any(Array) })
    expect((await kept())?.refresh_token).not.toBe('')
    expect((await ask()).data.provider_values).toEqual(first.data.provider_values)
    expect(refreshes()).toBe(1)
  })

  test('tokens of a removed client cannot be refreshed', async () => {
    const { keep, ask, inMs, token, db } = await linked()
    await keep({ ...token, expires_at: inMs(0) })
    await db.deleteFrom('oauth_clients').execute()
    const answer = await ask()
    // In development the sandbox takes the place of the missing client, and does not know the token.
    expect(answer.status).not.toBe(200)
  })

  test('tokens revoked by the provider return its error unless another process refreshed them', async () => {
    const { keep, ask, inMs, token, fake, kept } = await linked()
    await keep({ ...token, expires_at: inMs(0) })
    const refused = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    fake.lie('gitlab', { token: refused })
    expect((await ask()).json).toMatchObject({ error_type: 'oauth_provider_refused' })
    expect(await kept()).toMatchObject({ access_token: 'held' })
    fake.lie('gitlab', {
      token: async () => {
        await keep({ ...token, access_token: 'renewed elsewhere', expires_at: inMs(3_600_000) })
        return refused()
      },
    })
    expect((await ask()).data.provider_values).toMatchObject({ access_token: 'renewed elsewhere' })
  })

  test('an impersonating operator cannot get provider tokens', async () => {
    const { ask, userId, provider } = await linked()
    const { session_token } = await provider.signIn(userId, {
      type: 'impersonated',
      delivery_method: 'impersonation',
      impersonated_factor: { impersonator_id: 'operator:ada', impersonator_email_address: 'ada@example.org' },
    })
    expect((await ask(session_token)).json).toMatchObject({ error_type: 'session_not_mutable_impersonated' })
  })
})
