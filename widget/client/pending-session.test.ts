import { secondFactorClaim } from '@corroborate/wire/second-factor'
import { cookieNames, storageKeys } from '@corroborate/wire/storage'
import { describe, expect, test } from 'vitest'
import { authResult, createWorld, ok, publicToken, refusal, type Tab, type World } from './testing/index.ts'

// A user with an authenticator app is signed in once the session has both factors.

const minutes = { session_duration_minutes: 60 }
const refresh = 'POST /sessions/authenticate'
const withFactor = (state: string, token: string) =>
  authResult({ token, jwt: `jwt-of-${token}`, session: { custom_claims: { [secondFactorClaim]: state } } })
const owed = withFactor('owed', 'token-1')
const proved = withFactor('proved', 'token-2')

/** All methods that report the signed-in user. */
const heardOf = ({ client }: Tab) => [
  client.user.getSync(),
  client.user.getInfo().user,
  client.session.getSync(),
  client.session.getInfo().session,
  client.session.getTokens(),
  client.getStateSync().user,
  client.getStateSync().session,
]
const expectSignedOut = (tab: Tab) => expect(heardOf(tab).filter(found => found !== null)).toEqual([])

const listen = ({ client }: Tab) => {
  const heard: unknown[] = []
  client.user.onChange(user => heard.push(['user', user?.user_id ?? null]))
  client.session.onChange(session => heard.push(['session', session?.session_id ?? null]))
  client.on('user', user => heard.push(['on user', user?.user_id ?? null]))
  client.onStateChange(({ status, user }) => heard.push([status, user?.user_id ?? null]))
  return heard
}
const becameSignedIn = [
  ['user', 'user-test-1'],
  ['on user', 'user-test-1'],
  ['session', 'session-test-1'],
  ['signed_in', 'user-test-1'],
]

const proveFirst = async (world: World, tab: Tab) => {
  world.provider.answer('POST /passwords/authenticate', () => ok(owed))
  world.provider.answer(refresh, () => ok(owed))
  await tab.client.passwords.authenticate({ email: 'ada@example.org', password: 'secret', ...minutes })
}
const proveSecond = async (world: World, tab: Tab) => {
  world.provider.answer('POST /totps/authenticate', () => ok(proved))
  world.provider.answer(refresh, () => ok(proved))
  await tab.client.totps.authenticate({ totp_code: '123456', ...minutes })
}

/** All methods that complete or return with a first factor. */
const firstFactors: Readonly<Record<string, readonly [call: string, (tab: Tab) => Promise<unknown>]>> = {
  'a magic link': ['POST /magic_links/authenticate', ({ client }) => client.magicLinks.authenticate('token', minutes)],
  'a passcode': ['POST /otps/authenticate', ({ client }) => client.otps.authenticate('123456', 'method', minutes)],
  'a password': [
    'POST /passwords/authenticate',
    ({ client }) => client.passwords.authenticate({ email: 'a@b.test', password: 'p', ...minutes }),
  ],
  'a new password': [
    'POST /passwords/email/reset',
    ({ client }) => client.passwords.resetByEmail({ token: 't', password: 'p', ...minutes }),
  ],
  'a social account': ['POST /oauth/authenticate', ({ client }) => client.oauth.authenticate('token', minutes)],
  'a wallet': [
    'POST /crypto_wallets/authenticate',
    ({ client }) =>
      client.cryptoWallets.authenticate({
        crypto_wallet_address: '0x',
        crypto_wallet_type: 'ethereum',
        signature: '0x',
        ...minutes,
      }),
  ],
  'a refresh': [refresh, ({ client }) => client.session.authenticate()],
}

describe('session that lacks the second factor', () => {
  test.each(Object.entries(firstFactors))('a pending session is not signed in after %s', async (_, [call, prove]) => {
    const world = createWorld()
    world.setCookie(`${cookieNames.sessionToken}=token-0`)
    world.provider.answer(refresh, () => ok(owed))
    const tab = world.open()
    world.provider.answer(call, () => ok(owed))
    await prove(tab)
    expectSignedOut(tab)
    expect(tab.client.getStateSync()).toMatchObject({
      status: 'second_factor_required',
      pending: { user: { user_id: 'user-test-1' }, session: { session_id: 'session-test-1' } },
    })
  })

  test('only state listeners see a pending session, and all see the sign-in after the second factor', async () => {
    const world = createWorld()
    const tab = world.open()
    const heard = listen(tab)
    await proveFirst(world, tab)
    expect(heard.splice(0)).toEqual([['second_factor_required', null]])
    await proveSecond(world, tab)
    expect(heard).toEqual(becameSignedIn)
    expect(tab.client.session.getTokens()?.session_token).toBe('token-2')
    expect(tab.client.getStateSync()).toMatchObject({ status: 'signed_in', pending: null })
  })

  test('a pending session is not signed in on the next visit or in another tab', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    const other = world.open()
    expectSignedOut(other)
    expect(other.client.getStateSync().status).toBe('second_factor_required')
    const heard = listen(other)
    await world.pass(1)
    expectSignedOut(other)
    expect(heard).toEqual([])
    await proveSecond(world, tab)
    await world.pass(1)
    expect(heard).toEqual(becameSignedIn)
  })

  test('a pending session keeps its tokens for completing the sign-in, and its storage slot', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    await proveSecond(world, tab)
    expect(world.provider.asked('POST /totps/authenticate')[0]?.secret).toBe('token-1')
    expect(world.cookies()).toEqual({ stytch_session: 'token-2', stytch_session_jwt: 'jwt-of-token-2' })
    expect(JSON.parse(world.storage.get(storageKeys.state(publicToken)) ?? '')).toMatchObject({
      session: { custom_claims: { second_factor: 'proved' } },
    })
  })

  test('a signed-in user is signed out once the provider reports the missing factor', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    await proveSecond(world, tab)
    const heard = listen(tab)
    world.provider.answer(refresh, () => ok(owed))
    await world.pass(180_000)
    expect(heard).toEqual([
      ['user', null],
      ['on user', null],
      ['session', null],
      ['second_factor_required', null],
    ])
    expectSignedOut(tab)
  })

  test('a pending session ends when revoked, and the state is signed out', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    const heard = listen(tab)
    await tab.client.session.revoke()
    expect(heard).toEqual([['signed_out', null]])
    expect(world.cookies()).toEqual({})
  })

  test('a session on a remembered device is signed in', async () => {
    const world = createWorld()
    const tab = world.open()
    world.provider.answer('POST /otps/authenticate', () => ok(withFactor('remembered', 'token-3')))
    await tab.client.otps.authenticate('123456', 'method', minutes)
    expect(tab.client.user.getSync()?.user_id).toBe('user-test-1')
  })

  test('the state object is stable until something changes', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    expect(tab.client.getStateSync()).toBe(tab.client.getStateSync())
  })
})

describe('project that restricts pending sessions', () => {
  const limited = () => refusal('insufficient_factors')

  test('a refresh rejected for the missing factor keeps the pending step without an error', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    world.provider.answer(refresh, limited)
    const heard = listen(tab)
    tab.client.on('error', () => heard.push('error'))
    await world.pass(180_000)
    expect(world.provider.asked(refresh).length).toBeGreaterThan(0)
    expect(heard).toEqual([])
    expect(tab.client.getStateSync().status).toBe('second_factor_required')
    await proveSecond(world, tab)
    expect(heard).toEqual(becameSignedIn)
  })

  test('a session becomes pending at the next refresh after its user set up an app elsewhere', async () => {
    const world = createWorld()
    const tab = world.open()
    await proveFirst(world, tab)
    await proveSecond(world, tab)
    world.provider.answer(refresh, limited)
    await world.pass(180_000)
    expectSignedOut(tab)
    expect(tab.client.getStateSync().status).toBe('second_factor_required')
  })
})
