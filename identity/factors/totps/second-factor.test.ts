import { hash } from 'node:crypto'
import { describeStore } from '@corroborate/server-kit/testing'
import { errorTypes } from '@corroborate/wire/errors'
import { owesSecondFactor, secondFactorClaim } from '@corroborate/wire/second-factor'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  deleteRememberedDevices,
  deviceCookie,
  findBySecret,
  listRememberedDevices,
  secretInCookies,
  sweepRememberedDevices,
} from '../../accounts/remembered-devices/store.ts'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { identityUnderTest, readMailbox, tokenIn } from '../../testing/index.ts'
import { codeAt, stepAt } from './authenticate-by-totp.ts'

const ada = 'ada@example.org'
const session_duration_minutes = 60
const passkey = (user_verified: boolean) =>
  ({
    type: 'webauthn',
    delivery_method: 'webauthn_registration',
    webauthn_factor: { webauthn_registration_id: 'w', domain: 'localhost', user_agent: '', user_verified },
  }) as const

type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Data = Record<string, unknown>

const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})

/** Returns the response's second-factor state, which must be the same in session and JWT. */
const stateIn = ({ session, session_jwt }: Data): unknown => {
  const said = (session as { custom_claims: Data }).custom_claims[secondFactorClaim]
  expect(decodeJwt(String(session_jwt))[secondFactorClaim]).toBe(said)
  return said
}

/** Returns the remembered-device cookies. Known devices have a separate cookie. */
const remembering = ({ headers }: { headers: Headers }): string[] =>
  headers.getSetCookie().filter(cookie => cookie.startsWith('remembered-'))
/** The cookie that an answer sets, as a browser sends it back. */
const cookieOf = (answer: { headers: Headers }): string => remembering(answer)[0]?.split(';')[0] ?? ''

const open = async (settings: Record<string, string> = {}) => {
  const provider = await identityUnderTest({ LIMITS_SCALE: '1000', ...settings })
  provider.clock.now = Math.floor(provider.clock.now / 30_000) * 30_000 + 15_000
  return provider
}

/** A user with an authenticator app. */
const withApp = async (provider: Provider, email = ada) => {
  const { userId } = await provider.addUser(email)
  const { session_token: session } = await provider.signIn(userId)
  const made = await provider.sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
  const { secret, totp_id, recovery_codes } = made.data as {
    secret: string
    totp_id: string
    recovery_codes: string[]
  }
  const code = () => {
    provider.clock.now += 60_000
    return codeAt(secret, stepAt(provider.clock.now))
  }
  const prove = (token: string, more: object = {}, headers: Record<string, string> = {}) =>
    provider.sdk(
      'POST',
      '/totps/authenticate',
      { totp_code: code(), session_duration_minutes, ...more },
      { session: token, headers },
    )
  const confirmed = await prove(session)
  return { userId, totp_id, recovery_codes, prove, session: String(confirmed.data.session_token) }
}

/** Logs in with a password, from a browser with these cookies. */
const logIn = async (provider: Provider, email: string, cookie = ''): Promise<Data> => {
  const body = { email, password: 'eighty miles of coast', session_duration_minutes }
  const headers = cookie === '' ? {} : { Cookie: cookie }
  return (await provider.sdk('POST', '/passwords/authenticate', body, { headers })).data
}

const givePassword = async (provider: Provider, session: string): Promise<string> => {
  const body = { password: 'eighty miles of coast', session_duration_minutes }
  const set = await provider.sdk('POST', '/passwords/session/reset', body, { session })
  expect(set.status).toBe(200)
  return String(set.data.session_token)
}

const authenticate = async ({ sdk }: Provider, session: string): Promise<Data> =>
  (await sdk('POST', '/sessions/authenticate', {}, { session })).data

describe('second-factor state of a session', () => {
  test('the state is null for users without a confirmed authenticator app', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    const signedIn = await provider.signIn(userId)
    expect(signedIn.session.custom_claims).toEqual({})
    await provider.sdk('POST', '/totps', { expiration_minutes: 30 }, { session: signedIn.session_token })
    expect(stateIn(await authenticate(provider, signedIn.session_token))).toBeUndefined()
  })

  test('the state is owed after any first factor and proved after a code or recovery code', async () => {
    const provider = await open()
    const { userId, prove, recovery_codes } = await withApp(provider)
    const first = await provider.signIn(userId)
    expect(stateIn(first as unknown as Data)).toBe('owed')
    expect(owesSecondFactor(first.session.custom_claims)).toBe(true)
    expect(stateIn(await authenticate(provider, first.session_token))).toBe('owed')
    const proved = await prove(first.session_token)
    expect(stateIn(proved.data)).toBe('proved')
    expect(stateIn(await authenticate(provider, String(proved.data.session_token)))).toBe('proved')

    const another = await provider.signIn(userId)
    const body = { recovery_code: recovery_codes[0], session_duration_minutes }
    const recovered = await provider.sdk('POST', '/totps/recover', body, { session: another.session_token })
    expect(stateIn(recovered.data)).toBe('proved')
  })

  test('the state is owed after a passkey unless it verified the user', async () => {
    const provider = await open()
    const { userId } = await withApp(provider)
    expect(stateIn((await provider.signIn(userId, passkey(false))) as unknown as Data)).toBe('owed')
    expect(stateIn((await provider.signIn(userId, passkey(true))) as unknown as Data)).toBe('proved')
  })

  test('a session from before the app was set up becomes owed when checked', async () => {
    const provider = await open()
    const { userId } = await provider.addUser('dora@example.org')
    const before = await provider.signIn(userId)
    const { session_token: session } = await provider.signIn(userId)
    const { data } = await provider.sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
    const totp_code = codeAt(String(data.secret), stepAt(provider.clock.now))
    await provider.sdk('POST', '/totps/authenticate', { totp_code, session_duration_minutes }, { session })
    expect(stateIn(await authenticate(provider, before.session_token))).toBe('owed')
  })

  test('the state is null for an impersonated session', async () => {
    const provider = await open()
    const { userId } = await withApp(provider)
    const impersonated_factor = { impersonator_id: 'operator:x', impersonator_email_address: 'x' }
    const signedIn = await provider.signIn(userId, {
      type: 'impersonated',
      delivery_method: 'impersonation',
      impersonated_factor,
    })
    expect(stateIn(signedIn as unknown as Data)).toBeUndefined()
  })
})

test('a session owing the second factor sees none of the account page data', async () => {
  const provider = await open()
  const { userId, prove } = await withApp(provider)
  const { session_token } = await provider.signIn(userId)
  const paths = ['/account/sessions', '/account/events', '/account/export', '/account/devices']
  const ask = (path: string, session: string) => provider.sdk('GET', path, undefined, { session })
  for (const path of paths) expect(await ask(path, session_token)).toMatchObject(refusal('insufficient_factors'))
  expect(await provider.sdk('DELETE', '/account', undefined, { session: session_token })).toMatchObject(
    refusal('insufficient_factors'),
  )
  const session = String((await prove(session_token)).data.session_token)
  for (const path of paths) expect((await ask(path, session)).status).toBe(200)
})

describe('remembered device', () => {
  const remembered = async () => {
    const provider = await open()
    const app = await withApp(provider)
    const session = await givePassword(provider, app.session)
    const asked = await app.prove(session, { remember_device: true })
    return { provider, ...app, session: String(asked.data.session_token), asked, cookie: cookieOf(asked) }
  }

  test('a remembered device skips the second factor at the next sign-in by an HttpOnly cookie', async () => {
    const { provider, asked, cookie } = await remembered()
    const set = remembering(asked)
    expect(set).toHaveLength(1)
    expect(set[0]).toMatch(/^remembered-[\w-]{16}=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    expect(stateIn(await logIn(provider, ada, cookie))).toBe('remembered')
    expect(stateIn(await logIn(provider, ada))).toBe('owed')
  })

  test('a device is remembered only on request', async () => {
    const { provider, session, prove, recovery_codes } = await remembered()
    expect(remembering(await prove(session))).toEqual([])
    expect(remembering(await prove(session, { remember_device: false }))).toEqual([])
    const { session_token } = await logIn(provider, ada)
    const body = { recovery_code: recovery_codes[0], session_duration_minutes, remember_device: true }
    const recovered = await provider.sdk('POST', '/totps/recover', body, { session: String(session_token) })
    expect(stateIn(await logIn(provider, ada, cookieOf(recovered)))).toBe('remembered')
  })

  test('a wrong code does not remember the device', async () => {
    const { provider } = await remembered()
    const { session_token } = await logIn(provider, ada)
    const body = { totp_code: '000000x', session_duration_minutes, remember_device: true }
    const wrong = await provider.sdk('POST', '/totps/authenticate', body, { session: String(session_token) })
    expect(wrong).toMatchObject(refusal('unable_to_authenticate_totp'))
    expect(remembering(wrong)).toEqual([])
  })

  test('a remembered device still needs the second factor for sensitive changes', async () => {
    const { provider, cookie } = await remembered()
    const { session_token } = await logIn(provider, ada, cookie)
    const session = String(session_token)
    expect(await provider.sdk('POST', '/totps/recovery_codes', undefined, { session })).toMatchObject(
      refusal('insufficient_factors'),
    )
    expect((await provider.sdk('GET', '/account/export', undefined, { session })).status).toBe(200)
  })

  test('a remembered device of one user does not work for another, whatever the cookie name', async () => {
    const { provider, cookie } = await remembered()
    const eve = await withApp(provider, 'eve@example.org')
    const session = await givePassword(provider, eve.session)
    const hers = cookieOf(await eve.prove(session, { remember_device: true }))
    const [name] = hers.split('=')
    const [, secret] = cookie.split('=')
    expect(stateIn(await logIn(provider, 'eve@example.org', cookie))).toBe('owed')
    expect(stateIn(await logIn(provider, 'eve@example.org', `${name}=${secret}`))).toBe('owed')
    // Both use one browser.
    expect(stateIn(await logIn(provider, 'eve@example.org', `${cookie}; ${hers}`))).toBe('remembered')
    expect(stateIn(await logIn(provider, ada, `${cookie}; ${hers}`))).toBe('remembered')
  })

  test('a remembered device expires after thirty days regardless of use', async () => {
    const { provider, cookie } = await remembered()
    provider.clock.now += 30 * 24 * 60 * 60_000 - 1_000
    expect(stateIn(await logIn(provider, ada, cookie))).toBe('remembered')
    provider.clock.now += 1_000
    expect(stateIn(await logIn(provider, ada, cookie))).toBe('owed')
  })

  test('a remembered device is stored only as a hash of its secret', async () => {
    const { provider, cookie } = await remembered()
    const kept = JSON.stringify(await provider.db.selectFrom('remembered_devices').selectAll().execute())
    expect(kept).not.toContain(cookie.split('=')[1])
  })

  test('remembering a device again rotates its secret and invalidates the old one', async () => {
    const { provider, prove, session, cookie } = await remembered()
    const again = cookieOf(await prove(session, { remember_device: true }, { Cookie: cookie }))
    expect(again).not.toBe(cookie)
    expect(stateIn(await logIn(provider, ada, cookie))).toBe('owed')
    expect(stateIn(await logIn(provider, ada, again))).toBe('remembered')
    expect(await provider.db.selectFrom('remembered_devices').selectAll().execute()).toHaveLength(1)
  })

  test('the owner lists and deletes remembered devices; sessions started on them then owe the second factor', async () => {
    const { provider, session, cookie } = await remembered()
    const began = String((await logIn(provider, ada, cookie)).session_token)
    const list = async (headers: Record<string, string> = {}) =>
      (await provider.sdk('GET', '/account/devices', undefined, { session, headers })).data.devices as {
        device_id: string
        is_current: boolean
      }[]
    const [device] = await list({ Cookie: cookie })
    expect(device).toMatchObject({ is_current: true, network: expect.any(String) })
    expect(await list()).toMatchObject([{ is_current: false }])
    const eve = await withApp(provider, 'eve@example.org')
    const forget = (token: string) =>
      provider.sdk('DELETE', `/account/devices/${device?.device_id}`, undefined, { session: token })
    expect(await forget(eve.session)).toMatchObject(refusal('remembered_device_not_found'))
    expect(await forget(began)).toMatchObject(refusal('insufficient_factors'))
    expect((await forget(session)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(stateIn(await authenticate(provider, began))).toBe('owed')
    expect(stateIn(await logIn(provider, ada, cookie))).toBe('owed')
    expect(await forget(session)).toMatchObject(refusal('remembered_device_not_found'))
    const { data } = await provider.sdk('GET', '/account/events', undefined, { session })
    expect((data.events as { action: string }[]).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['device.remembered', 'device.forgotten']),
    )
  })

  test('remembered devices are included in the data export', async () => {
    const { provider, session } = await remembered()
    const { data } = await provider.sdk('GET', '/account/export', undefined, { session })
    expect(data.account).toMatchObject({ remembered_devices: [{ user_agent: expect.any(String) }] })
  })

  test('removing the app deletes remembered devices, and a later app asks there again', async () => {
    const { provider, session, totp_id, cookie } = await remembered()
    expect((await provider.sdk('DELETE', `/users/totps/${totp_id}`, undefined, { session })).status).toBe(200)
    expect(stateIn(await logIn(provider, ada, cookie))).toBeUndefined()
    expect(await provider.db.selectFrom('remembered_devices').selectAll().execute()).toEqual([])
  })

  test('a password reset deletes remembered devices, and its session owes the second factor', async () => {
    const { provider, cookie } = await remembered()
    const urls = { login_redirect_url: 'http://localhost:4000/authenticate' }
    const start = { email: ada, ...urls, reset_password_redirect_url: urls.login_redirect_url }
    expect((await provider.sdk('POST', '/passwords/email/reset/start', start)).status).toBe(200)
    const mailed = async () =>
      (await readMailbox(provider, ada)).find(({ subject }) => subject?.startsWith('Set a new password'))
    await expect.poll(mailed).toBeDefined()
    const token = tokenIn((await mailed()) ?? expect.fail('There is no mail.'))
    const body = { token, password: 'another mile of coast', session_duration_minutes }
    const reset = await provider.sdk('POST', '/passwords/email/reset', body, { headers: { Cookie: cookie } })
    expect(reset.status).toBe(200)
    expect(stateIn(reset.data)).toBe('owed')
    expect(await provider.db.selectFrom('remembered_devices').selectAll().execute()).toEqual([])
  })
})

test('over TLS the cookie has the __Host- prefix and is partitioned by site', () => {
  const cookie = deviceCookie('user-test-1', 'x'.repeat(43), true)
  expect(cookie).toMatch(/^__Host-remembered-[\w-]{16}=x{43}; Path=\/; .*Secure; SameSite=None; Partitioned$/)
  const [sent = ''] = cookie.split(';')
  expect(secretInCookies(sent, 'user-test-1', true)).toBe('x'.repeat(43))
  expect(secretInCookies(sent, 'user-test-2', true)).toBeNull()
  expect(secretInCookies(`${sent}; ${sent}`, 'user-test-1', true)).toBeNull()
  expect(secretInCookies(sent.replace('__Host-', ''), 'user-test-1', true)).toBeNull()
  expect(secretInCookies(sent.replace(/x+/, 'short'), 'user-test-1', true)).toBeNull()
})

// On both engines, since the rule is one of SQL.
describeStore<Tables>('remembered devices in the database', migrations, openStore => {
  test('remembered devices are found, listed, deleted and purged', async () => {
    const db = await openStore()
    const device = (user_id: string, secret: string, expires_at: number) => ({
      project_id: 'project',
      device_id: `device-${secret}`,
      user_id,
      secret_hash: hash('sha256', secret, 'base64url'),
      user_agent: '',
      ip_address: '',
      remembered_at: 1,
      last_used_at: 1,
      expires_at,
    })
    await db
      .insertInto('remembered_devices')
      .values([device('ada', 'a', 10), device('ada', 'b', 20), device('eve', 'c', 20)])
      .execute()
    const find = (userId: string, secret: string, now: number) => findBySecret(db, 'project', { userId, secret, now })
    expect([await find('ada', 'a', 9), await find('ada', 'a', 10), await find('eve', 'a', 9)]).toEqual([
      'device-a',
      null,
      null,
    ])
    expect(await findBySecret(db, 'other', { userId: 'ada', secret: 'a', now: 9 })).toBeNull()
    expect((await listRememberedDevices(db, 'project', 'ada', 10)).map(({ id }) => id)).toEqual(['device-b'])
    await sweepRememberedDevices(db, 11)
    const forget = (deviceId: string | null) =>
      db.transaction().execute(tx => deleteRememberedDevices(tx, 'project', { userId: 'ada', deviceId }))
    expect([await forget('device-c'), await forget(null), await find('eve', 'c', 9)]).toEqual([0, 1, 'device-c'])
  })
})
