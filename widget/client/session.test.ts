import { storageKeys } from '@corroborate/wire/storage'
import { describe, expect, test } from 'vitest'
import { ApiError, NoSessionError } from './errors.ts'
import { authResult, createWorld, held, ok, publicToken, refusal, type Tab, type World } from './testing/index.ts'

const minutes = { session_duration_minutes: 60 }
const refresh = 'POST /sessions/authenticate'
const period = 180_000

const signIn = async ({ provider }: World, { client }: Tab, result = authResult()) => {
  provider.answer('POST /passwords/authenticate', () => ok(result))
  return client.passwords.authenticate({ email: 'ada@example.org', password: 'secret', ...minutes })
}

/** Signs in with a session that the provider keeps confirming. */
const signedIn = async () => {
  const world = createWorld()
  world.provider.answer(refresh, () => ok(authResult()))
  const tab = world.open()
  await signIn(world, tab)
  return { world, tab, refreshes: () => world.provider.asked(refresh).length }
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'))
const down = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } })

describe('sign-in', () => {
  test('the session is known to the page, other pages and the next visit', async () => {
    const { world, tab } = await signedIn()
    expect(tab.client.user.getSync()?.user_id).toBe('user-test-1')
    expect(tab.client.session.getSync()?.session_id).toBe('session-test-1')
    expect(tab.client.session.getTokens()).toEqual({ session_token: 'token-1', session_jwt: 'jwt-1' })
    expect(JSON.parse(world.storage.get(storageKeys.state(publicToken)) ?? '')).toMatchObject({
      user: { user_id: 'user-test-1' },
      session: { session_id: 'session-test-1' },
    })
    expect(world.open().client.user.getInfo()).toMatchObject({ fromCache: true, user: { user_id: 'user-test-1' } })
  })

  test('the caller gets the response without the client’s internal copy', async () => {
    const world = createWorld()
    const answer = await signIn(world, world.open())
    expect(answer).toMatchObject({ status_code: 200, user_id: 'user-test-1' })
    expect(answer).not.toHaveProperty('__user')
  })

  test('user, session and state listeners are each notified once', async () => {
    const world = createWorld()
    const tab = world.open()
    const heard: unknown[] = []
    tab.client.user.onChange(user => heard.push(user?.user_id))
    tab.client.session.onChange(session => heard.push(session?.session_id))
    const stop = tab.client.onStateChange(({ user, session }) => heard.push([user?.user_id, session?.session_id]))
    await signIn(world, tab)
    expect(heard).toEqual(['user-test-1', 'session-test-1', ['user-test-1', 'session-test-1']])

    stop()
    world.provider.answer('POST /sessions/revoke', () => ok({}))
    await tab.client.session.revoke()
    expect(heard.slice(3)).toEqual([undefined, undefined])
  })

  test('a response without a session leaves the user signed out', async () => {
    const world = createWorld()
    const tab = world.open()
    world.provider.answer('POST /passwords/authenticate', () => ok({}))
    await tab.client.passwords.authenticate({ email: 'ada@example.org', password: 'secret', ...minutes })
    expect(tab.client.session.getSync()).toBeNull()
    expect(world.cookies()).toEqual({})
  })
})

describe('session cookies', () => {
  test('cookies expire with the session and are SameSite=Lax and Secure', async () => {
    const world = createWorld()
    await signIn(world, world.open({}, { hostname: 'app.example.org' }))
    const rest = 'path=/; expires=Fri, 02 Jan 2026 00:00:00 GMT; SameSite=Lax; Secure'
    expect(world.cookieLines).toContain(`stytch_session=token-1; ${rest}`)
    expect(world.cookieLines).toContain(`stytch_session_jwt=jwt-1; ${rest}`)
    expect(world.cookies()).toEqual({ stytch_session: 'token-1', stytch_session_jwt: 'jwt-1' })
  })

  test.each(['localhost', '127.0.0.1', '127.8.9.10', '[::1]'])(
    'cookies may be sent without TLS at %s',
    async hostname => {
      const world = createWorld()
      await signIn(world, world.open({}, { hostname }))
      expect(world.cookieLines.filter(line => line.includes('Secure'))).toEqual([])
    },
  )

  test.each(['localhost.example.org', '127.example.org', '10.0.0.1'])('cookies require TLS at %s', async hostname => {
    const world = createWorld()
    await signIn(world, world.open({}, { hostname }))
    expect(world.cookieLines.every(line => line.endsWith('; Secure'))).toBe(true)
  })

  test('cookies have the name, path and domain the page sets', async () => {
    const world = createWorld()
    const cookieOptions = {
      opaqueTokenCookieName: 'mine',
      jwtCookieName: 'mine_jwt',
      path: '/app',
      availableToSubdomains: true,
      domain: 'example.org',
    }
    const tab = world.open({ cookieOptions }, { hostname: 'app.example.org' })
    await signIn(world, tab)
    expect(world.cookies()).toEqual({ mine: 'token-1', mine_jwt: 'jwt-1' })
    expect(
      world.cookieLines.every(line => line.includes('; path=/app; ') && line.includes('; domain=example.org; ')),
    ).toBe(true)
    expect(tab.client.session.getTokens()?.session_token).toBe('token-1')
  })

  test.each([
    { cookieOptions: { availableToSubdomains: true }, hostname: 'app.example.org', domain: 'app.example.org' },
    { cookieOptions: { availableToSubdomains: true }, hostname: 'localhost', domain: undefined },
    { cookieOptions: { domain: 'example.org' }, hostname: 'app.example.org', domain: undefined },
  ])(
    'at $hostname with $cookieOptions cookies have the domain $domain',
    async ({ cookieOptions, hostname, domain }) => {
      const world = createWorld()
      await signIn(world, world.open({ cookieOptions }, { hostname }))
      expect(world.cookieLines.map(line => /domain=([^;]+)/.exec(line)?.[1])).toEqual([domain, domain, domain])
    },
  )

  test('cookies are session cookies when the expiry is unknown', async () => {
    const world = createWorld()
    await signIn(world, world.open(), authResult({ session: { expires_at: 'soon' } }))
    expect(world.cookieLines).toContain('stytch_session=token-1; path=/; SameSite=Lax')
  })

  test('the intermediate session’s cookies are removed', async () => {
    const world = createWorld()
    world.setCookie('stytch_intermediate_session_token=old')
    await signIn(world, world.open())
    expect(world.cookies()).not.toHaveProperty('stytch_intermediate_session_token')
  })

  test('rejected cookies leave the page signed in until it is closed', async () => {
    const world = createWorld()
    const tab = world.open({}, { acceptsCookies: false })
    await signIn(world, tab)
    await tab.client.user.get()
    expect(world.provider.asked('GET /users/me')[0]?.secret).toBe('token-1')
    await tab.client.session.revoke()
    expect(tab.client.session.getTokens()).toBeNull()
  })
})

describe('session with HttpOnly tokens', () => {
  const hidden = authResult({ token: '', jwt: '' })

  test('no cookies are set by script, and requests use the public token', async () => {
    const world = createWorld()
    world.setCookie('stytch_session=stale')
    const tab = world.open({ customDomain: true })
    await signIn(world, tab, hidden)
    expect(world.cookies()).toEqual({})
    expect(tab.client.session.getTokens()).toBeNull()
    expect(tab.client.session.getSync()?.session_id).toBe('session-test-1')

    await tab.client.totps.recoveryCodes()
    expect(world.provider.asked('POST /totps/recovery_codes')[0]?.secret).toBeNull()
  })

  test('the session is found again on the next visit', async () => {
    const world = createWorld()
    world.provider.answer(refresh, () => ok(hidden))
    const tab = world.open({ customDomain: true })
    await world.pass(0)
    expect(tab.client.user.getInfo()).toMatchObject({ fromCache: false, user: { user_id: 'user-test-1' } })
  })

  test('the session is checked on the next visit even without a hint', async () => {
    const world = createWorld()
    await signIn(world, world.open(), hidden)
    world.provider.answer(refresh, () => refusal('user_unauthenticated'))
    const next = world.open()
    expect(next.client.session.getInfo()).toMatchObject({ fromCache: true })
    await world.pass(0)
    expect(next.client.session.getSync()).toBeNull()
  })
})

describe('client startup', () => {
  test('a client with a cookie checks its session', async () => {
    const world = createWorld()
    world.setCookie('stytch_session=token-1')
    world.provider.answer(refresh, () => ok(authResult()))
    const tab = world.open()
    await world.pass(0)
    expect(world.provider.asked(refresh)).toMatchObject([{ secret: 'token-1', body: {} }])
    expect(tab.client.user.getSync()?.user_id).toBe('user-test-1')
  })

  test('a client without a cookie sends no request', async () => {
    const world = createWorld()
    world.open()
    await world.pass(period * 3)
    expect(world.provider.asked(refresh)).toEqual([])
  })

  test('a client tolerates corrupt storage', async () => {
    const world = createWorld()
    world.storage.set(storageKeys.state(publicToken), '{"user":')
    world.storage.set(storageKeys.bootstrap(publicToken), '[')
    const { client } = world.open()
    expect(client.session.getSync()).toBeNull()
    expect(client.bootstrapSync()).toBeNull()
  })
})

describe('session refresh', () => {
  test('a session is refreshed every three minutes', async () => {
    const { world, refreshes } = await signedIn()
    await world.pass(period - 1)
    expect(refreshes()).toBe(0)
    await world.pass(1)
    expect(refreshes()).toBe(1)
    await world.pass(period * 2)
    expect(refreshes()).toBe(3)
    expect(world.provider.asked(refresh)[0]).toMatchObject({ body: {}, secret: 'token-1' })
  })

  test('a plain refresh notifies no listeners and stores its new tokens', async () => {
    const { world, tab } = await signedIn()
    const heard: unknown[] = []
    tab.client.session.onChange(session => heard.push(session))
    tab.client.onStateChange(state => heard.push(state))
    world.provider.answer(refresh, () =>
      ok(authResult({ jwt: 'jwt-2', session: { last_accessed_at: '2026-01-01T00:03:00Z' } })),
    )
    await world.pass(period)
    expect(heard).toEqual([])
    expect(tab.client.session.getTokens()?.session_jwt).toBe('jwt-2')
  })

  test('an extension by the application restarts the refresh interval', async () => {
    const { world, tab, refreshes } = await signedIn()
    await world.pass(100_000)
    await tab.client.session.authenticate({ session_duration_minutes: 120 })
    expect(world.provider.asked(refresh)[0]?.body).toEqual({ session_duration_minutes: 120 })
    await world.pass(period - 1)
    expect(refreshes()).toBe(1)
    await world.pass(1)
    expect(refreshes()).toBe(2)
  })

  test('a destroyed client stops refreshing', async () => {
    const { world, tab, refreshes } = await signedIn()
    tab.client.destroy()
    tab.fire('online')
    tab.fire('visible')
    await world.pass(period * 2)
    expect(refreshes()).toBe(0)
    expect(world.cookies()).toHaveProperty('stytch_session')
  })

  test.each([
    ['the network is away', offline],
    ['the provider is down', down],
    ['the provider fails', () => refusal('internal_server_error')],
    ['there were too many requests', () => refusal('too_many_requests')],
    ['the answer is not JSON', () => new Response('', { status: 200 })],
  ])('a refresh is retried with backoff indefinitely while %s', async (_, failing) => {
    const { world, tab } = await signedIn()
    const errors: Error[] = []
    tab.client.on('error', error => errors.push(error))
    const times: number[] = []
    world.provider.answer(refresh, () => {
      times.push(Date.now())
      return failing()
    })
    await world.pass(3_600_000)
    const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    expect(gaps.slice(0, 9)).toEqual([4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 256_000, 256_000])
    expect(times.length).toBeGreaterThan(15)
    expect(errors).toHaveLength(times.length)
    expect(tab.client.session.getSync()).not.toBeNull()

    world.provider.answer(refresh, () => ok(authResult()))
    await world.pass(256_000)
    const recovered = world.provider.asked(refresh).length
    await world.pass(period)
    expect(world.provider.asked(refresh)).toHaveLength(recovered + 1)
    expect(errors).toHaveLength(times.length)
  })

  test.each([
    [0, 3_825],
    [0.999999, 4_175],
  ])('the retry delay is jittered, with random %d: %d ms', async (random, expected) => {
    const { world, refreshes } = await signedIn()
    world.random = random
    world.provider.answer(refresh, offline)
    await world.pass(period)
    await world.pass(expected - 1)
    expect(refreshes()).toBe(1)
    await world.pass(1)
    expect(refreshes()).toBe(2)
  })

  test('a refresh runs at once when the network returns', async () => {
    const { world, tab, refreshes } = await signedIn()
    world.provider.answer(refresh, offline)
    await world.pass(period + 4_000 + 8_000 + 1)
    expect(refreshes()).toBe(3)
    world.provider.answer(refresh, () => ok(authResult()))
    tab.fire('online')
    await world.pass(0)
    expect(refreshes()).toBe(4)
    await world.pass(period)
    expect(refreshes()).toBe(5)
  })

  test('regaining network or visibility does not refresh early', async () => {
    const { world, tab, refreshes } = await signedIn()
    await world.pass(1_000)
    tab.fire('online')
    tab.fire('visible')
    await world.pass(0)
    expect(refreshes()).toBe(0)
  })

  test.each([
    'unauthorized_credentials',
    'user_unauthenticated',
    'invalid_secret_authentication',
    'session_not_found',
  ] as const)('is over when the provider says %s', async type => {
    const { world, tab, refreshes } = await signedIn()
    const heard: unknown[] = []
    tab.client.onStateChange(state => heard.push(state))
    world.provider.answer(refresh, () => refusal(type))
    await world.pass(period)
    expect(heard).toMatchObject([{ status: 'signed_out', user: null, session: null }])
    expect(tab.client.session.getTokens()).toBeNull()
    expect(world.cookies()).toEqual({})
    expect(world.storage.get(storageKeys.state(publicToken))).toBe('null')
    await world.pass(period * 5)
    expect(refreshes()).toBe(1)
  })

  test('an authorization error of another request does not end the session', async () => {
    const { world, tab } = await signedIn()
    world.provider.answer('GET /users/me', () => refusal('user_unauthenticated'))
    await expect(tab.client.user.get()).rejects.toThrow(ApiError)
    expect(tab.client.session.getSync()).not.toBeNull()
  })
})

describe('refresh in flight', () => {
  test('a refresh does not affect a meanwhile started session, and is repeated', async () => {
    const { world, tab, refreshes } = await signedIn()
    const slow = held()
    world.provider.answer(refresh, slow.answering)
    await world.pass(period)
    await signIn(world, tab, authResult({ token: 'token-2', session: { session_id: 'session-test-2' } }))
    world.provider.answer(refresh, () =>
      ok(authResult({ token: 'token-2', session: { session_id: 'session-test-2' } })),
    )
    slow.release(ok(authResult()))
    await world.pass(0)
    expect(tab.client.session.getSync()?.session_id).toBe('session-test-2')
    expect(tab.client.session.getTokens()?.session_token).toBe('token-2')
    expect(refreshes()).toBe(2)
    expect(world.provider.asked(refresh)[1]?.secret).toBe('token-2')
  })

  test('a refresh does not restore the token from before a second factor', async () => {
    const { world, tab } = await signedIn()
    const slow = held()
    world.provider.answer(refresh, slow.answering)
    await world.pass(period)
    await signIn(world, tab, authResult({ token: 'token-2' }))
    world.provider.answer(refresh, () => ok(authResult({ token: 'token-2' })))
    slow.release(refusal('session_not_found'))
    await world.pass(0)
    expect(tab.client.session.getTokens()?.session_token).toBe('token-2')
  })

  test('a refresh does not sign a user back in after signing out', async () => {
    const { world, tab, refreshes } = await signedIn()
    const slow = held()
    world.provider.answer(refresh, slow.answering)
    await world.pass(period)
    await tab.client.session.revoke()
    slow.release(ok(authResult()))
    await world.pass(period * 2)
    expect(tab.client.session.getSync()).toBeNull()
    expect(world.cookies()).toEqual({})
    expect(refreshes()).toBe(1)
  })

  test('an awaited refresh reports that the session has ended', async () => {
    const { world, tab } = await signedIn()
    const slow = held()
    world.provider.answer(refresh, slow.answering)
    const asked = tab.client.session.authenticate()
    await tab.client.session.revoke()
    slow.release(ok(authResult()))
    await expect(asked).rejects.toThrow(NoSessionError)
  })
})

describe('two tabs', () => {
  const twoTabs = async () => {
    const { world, tab, refreshes } = await signedIn()
    const other = world.open()
    await world.pass(0)
    return { world, tab, other, refreshes }
  }

  test('tabs sign in together', async () => {
    const world = createWorld()
    world.provider.answer(refresh, () => ok(authResult()))
    const [tab, other] = [world.open(), world.open()]
    const heard: unknown[] = []
    other.client.user.onChange(user => heard.push(user?.user_id))
    await signIn(world, tab)
    await world.pass(0)
    expect(heard).toEqual(['user-test-1'])
    expect(other.client.session.getTokens()?.session_token).toBe('token-1')
  })

  test('tabs sign out together and stop refreshing', async () => {
    const { world, tab, other, refreshes } = await twoTabs()
    const heard: unknown[] = []
    other.client.onStateChange(state => heard.push(state))
    await tab.client.session.revoke()
    await world.pass(0)
    expect(heard).toMatchObject([{ status: 'signed_out', user: null, session: null }])
    expect(other.client.session.getTokens()).toBeNull()
    const asked = refreshes()
    await world.pass(period * 3)
    expect(refreshes()).toBe(asked)
  })

  test('tabs share one refresh per session', async () => {
    const { world, refreshes } = await twoTabs()
    const before = refreshes()
    let accessed = 0
    world.provider.answer(refresh, () => ok(authResult({ session: { last_accessed_at: `later ${++accessed}` } })))
    await world.pass(period * 10)
    expect(refreshes() - before).toBeLessThanOrEqual(11)
  })

  test('a refresh in one tab does not undo a log-out in the other', async () => {
    const { world, tab, other } = await twoTabs()
    const slow = held()
    world.provider.answer(refresh, slow.answering)
    const asked = other.client.session.authenticate()
    await tab.client.session.revoke()
    slow.release(ok(authResult()))
    await expect(asked).rejects.toThrow(NoSessionError)
    expect(world.cookies()).toEqual({})
  })

  describe('log-out in one tab just before a confirmed refresh in the other', () => {
    // Restores the refresh's storage and cookies; the intermediate write is only notified.
    const key = storageKeys.state(publicToken)
    const wroteOver = async (session = {}) => {
      const { world, tab, other } = await twoTabs()
      const { user, session: kept } = authResult({ session })
      return { world, tab, other, change: { key, oldValue: JSON.stringify({ user, session: kept }), newValue: 'null' } }
    }

    test('both tabs are signed out and no session data remains', async () => {
      const { world, tab, other, change } = await wroteOver()
      other.fire('storage', change)
      await world.pass(0)
      for (const { client } of [tab, other]) {
        expect(client.session.getSync()).toBeNull()
        expect(client.session.getTokens()).toBeNull()
      }
      expect(world.cookies()).toEqual({})
      expect(JSON.parse(world.storage.get(key) ?? '')).toBeNull()
    })

    test.each([
      ['of another session', { session: { session_id: 'session-test-0' } }],
      ['of another project', { change: { key: 'other' } }],
      ['that is no logout', { change: { newValue: JSON.stringify(authResult()) } }],
      ['that tells nothing of before', { change: { oldValue: null } }],
    ])(
      'a storage change %s ends nothing',
      async (_, { session, change: other = {} }: { session?: object; change?: object }) => {
        const { world, tab, other: second, change } = await wroteOver(session)
        second.fire('storage', { ...change, ...other })
        await world.pass(0)
        for (const { client } of [tab, second]) expect(client.session.getSync()?.session_id).toBe('session-test-1')
        expect(world.cookies()).toMatchObject({ stytch_session: 'token-1' })
      },
    )
  })

  test('a rejection in one tab does not end a session started in the other', async () => {
    const { world, tab, other } = await twoTabs()
    const slow = held()
    world.provider.answer(refresh, slow.answering)
    const asked = other.client.session.authenticate()
    const fresh = authResult({ token: 'token-2', session: { session_id: 'session-test-2' } })
    await signIn(world, tab, fresh)
    world.provider.answer(refresh, () => ok(fresh))
    slow.release(refusal('session_not_found'))
    expect(await asked).toMatchObject({ session_token: 'token-2' })
    expect(world.cookies()).toMatchObject({ stytch_session: 'token-2' })
  })

  test('a log-out in one tab does not end a session started in the other', async () => {
    const { world, tab, other } = await twoTabs()
    const slow = held()
    world.provider.answer('POST /sessions/revoke', slow.answering)
    const asked = other.client.session.revoke()
    await signIn(world, tab, authResult({ token: 'token-2', session: { session_id: 'session-test-2' } }))
    slow.release(ok({}))
    await asked
    expect(world.cookies()).toMatchObject({ stytch_session: 'token-2' })
    expect(other.client.session.getSync()?.session_id).toBe('session-test-2')
  })

  test('a response about one account is discarded once another is signed in', async () => {
    const { world, tab, other } = await twoTabs()
    const slow = held()
    world.provider.answer('PUT /users/me', slow.answering)
    const asked = other.client.user.update({ name: { first_name: 'Grace' } })
    const eve = { user_id: 'user-test-2' }
    await signIn(world, tab, authResult({ token: 'token-2', session: { session_id: 'session-test-2' }, user: eve }))
    slow.release(ok({ user_id: 'user-test-1', __user: authResult().user }))
    await asked
    expect(other.client.user.getSync()?.user_id).toBe('user-test-2')
  })

  test('a frozen tab catches up without having received events', async () => {
    const { world, other } = await twoTabs()
    for (const name of ['stytch_session', 'stytch_session_jwt'])
      world.setCookie(`${name}=; expires=${new Date(0).toUTCString()}`)
    world.storage.set(storageKeys.state(publicToken), 'null')
    other.fire('visible')
    expect(other.client.session.getSync()).toBeNull()
  })
})

describe('session.revoke', () => {
  test('revoke ends the session at the provider and locally', async () => {
    const { world, tab } = await signedIn()
    expect(await tab.client.session.revoke()).toMatchObject({ status_code: 200 })
    expect(world.provider.asked('POST /sessions/revoke')).toMatchObject([{ secret: 'token-1', body: undefined }])
    expect(tab.client.user.getSync()).toBeNull()
    expect(world.cookies()).toEqual({})
  })

  test('revoke ends an already ended session locally and still reports the error', async () => {
    const { world, tab } = await signedIn()
    world.provider.answer('POST /sessions/revoke', () => refusal('session_not_found'))
    await expect(tab.client.session.revoke()).rejects.toMatchObject({ error_type: 'session_not_found' })
    expect(tab.client.session.getSync()).toBeNull()
  })

  test.each([offline, down])(
    'revoke keeps the session when the provider is unreachable unless forced',
    async failing => {
      const { world, tab } = await signedIn()
      world.provider.answer('POST /sessions/revoke', failing)
      await expect(tab.client.session.revoke()).rejects.toThrow()
      expect(tab.client.session.getSync()).not.toBeNull()
      await expect(tab.client.session.revoke({ forceClear: true })).rejects.toThrow()
      expect(tab.client.session.getSync()).toBeNull()
      expect(world.cookies()).toEqual({})
    },
  )

  test('revoke ends a session a refresh just renewed', async () => {
    const { world, tab } = await signedIn()
    const slow = held()
    world.provider.answer('POST /sessions/revoke', slow.answering)
    const asked = tab.client.session.revoke()
    world.provider.answer(refresh, () =>
      ok(authResult({ jwt: 'jwt-2', session: { expires_at: '2026-01-03T00:00:00Z' } })),
    )
    await tab.client.session.authenticate(minutes)
    slow.release(ok({}))
    await asked
    expect(world.cookies()).toEqual({})
  })
})

test.each<[string, (tab: Tab) => Promise<unknown>]>([
  ['user.get', ({ client }) => client.user.get()],
  ['user.update', ({ client }) => client.user.update({})],
  ['user.deleteEmail', ({ client }) => client.user.deleteEmail('email-test-1')],
  ['session.revoke', ({ client }) => client.session.revoke()],
  ['totps.create', ({ client }) => client.totps.create({ expiration_minutes: 60 })],
  ['totps.recoveryCodes', ({ client }) => client.totps.recoveryCodes()],
  ['passwords.resetBySession', ({ client }) => client.passwords.resetBySession({ password: 'secret' })],
])('%s requires a session and sends no request without one', async (_, call) => {
  const world = createWorld()
  const tab = world.open()
  await expect(call(tab)).rejects.toThrow(NoSessionError)
  expect(world.provider.asked().filter(({ path }) => !/bootstrap|events/.test(path))).toEqual([])
})

test('a session started by a server is adopted', async () => {
  const world = createWorld()
  world.provider.answer(refresh, () => ok(authResult({ token: 'token-9' })))
  const { client } = world.open()
  client.session.updateSession({ session_token: 'token-9', session_jwt: 'jwt-9' })
  expect(client.session.getTokens()).toEqual({ session_token: 'token-9', session_jwt: 'jwt-9' })
  await world.pass(0)
  expect(world.provider.asked(refresh)[0]?.secret).toBe('token-9')
  expect(client.user.getSync()?.user_id).toBe('user-test-1')
})
