import { sdkPrefix } from '@corroborate/wire/call'
import { captchaChallengePath } from '@corroborate/wire/captcha'
import { textStatusPath } from '@corroborate/wire/text-status'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProject } from '../projects/index.ts'
import { countMessages, identityUnderTest } from '../testing/index.ts'

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const [here, elsewhere] = ['203.0.113.7', '203.0.113.8']
const email = 'ada@example.org'
const password = 'lantern-gravel-opus-41'
const minute = 60_000

/** The points of the table, made few: `atScale(3, 300)` lets 3 through where the table lets 300. */
const atScale = (few: number, ofTable: number) => identityUnderTest({ LIMITS_SCALE: String(few / ofTable) })

const statuses = async (times: number, ask: (n: number) => Promise<{ status: number }>): Promise<number[]> => {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push((await ask(n)).status)
  return found
}

/** A session of a new user, made without a call. */
const newSession = async ({ addUser, signIn }: Provider): Promise<string> => {
  const { userId } = await addUser(`${crypto.randomUUID()}@example.org`)
  return (await signIn(userId)).session_token
}

describe('300 attempts per IP address and ten minutes', () => {
  const session_duration_minutes = 60
  const token = 'x'.repeat(43)
  const code_verifier = 'v'.repeat(43)

  /** All endpoints that verify a guess, called as an attacker would: with a different account each time. */
  const guesses = {
    '/passwords/authenticate': n => ({
      email: `person${n}@example.org`,
      password: 'a guess',
      session_duration_minutes,
    }),
    '/passwords/existing_password/reset': n => ({
      email: `someone${n}@example.org`,
      existing_password: 'a guess',
      new_password: password,
      session_duration_minutes,
    }),
    '/passwords/email/reset': () => ({ token, password, code_verifier, session_duration_minutes }),
    '/passwords/session/reset': () => ({ password: 'weak', session_duration_minutes }),
    '/magic_links/look': () => ({ token }),
    '/magic_links/authenticate': () => ({ token, code_verifier, session_duration_minutes }),
    '/otps/authenticate': n => ({ method_id: `email-test-${n}`, token: '123456', session_duration_minutes }),
    '/totps/authenticate': () => ({ totp_code: '123456', session_duration_minutes }),
    '/totps/recover': () => ({ recovery_code: 'aaaa-bbbb-cccc', session_duration_minutes }),
    '/impersonation/authenticate': () => ({ impersonation_token: token }),
  } satisfies Record<string, (n: number) => Record<string, unknown>>

  test.each(Object.entries(guesses))('attempts by %s are limited', async (path, bodyOf) => {
    const provider = await atScale(3, 300)
    const guess = async (n: number, from: string) =>
      provider.sdk('POST', path, bodyOf(n), { from, session: await newSession(provider) })
    for (const status of await statuses(3, n => guess(n, here))) expect([400, 401, 404]).toContain(status)
    const refused = await guess(3, here)
    expect([refused.status, refused.json.error_type]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500)
    expect((await guess(4, elsewhere)).status).not.toBe(429)
  })

  test('attempts across all these endpoints are limited together', async () => {
    const provider = await atScale(Object.keys(guesses).length, 300)
    const session = await newSession(provider)
    const guess = (path: string, body: unknown) => provider.sdk('POST', path, body, { from: here, session })
    for (const [path, bodyOf] of Object.entries(guesses)) expect((await guess(path, bodyOf(0))).status).not.toBe(429)
    for (const [path, bodyOf] of Object.entries(guesses)) expect((await guess(path, bodyOf(1))).status).toBe(429)
  })
})

test('an IP address can create 60 accounts an hour', async () => {
  const provider = await atScale(2, 60)
  const register = (n: number, from: string) =>
    provider.sdk(
      'POST',
      '/passwords',
      { email: `person${n}@example.org`, password, session_duration_minutes: 60 },
      { from },
    )
  expect(await statuses(2, n => register(n, here))).toEqual([200, 200])
  const refused = await register(2, here)
  expect(refused).toMatchObject({ status: 429, json: { error_type: 'too_many_requests' } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500)
  expect(await provider.db.selectFrom('users').select('user_id').execute()).toHaveLength(2)
  expect((await register(3, elsewhere)).status).toBe(200)
})

test('a project sends at most 500 SMS an hour to a country, across senders and channels', async () => {
  const provider = await atScale(5, 500)
  const other = await createProject(provider.db, { name: 'Other' }, Date.now())
  const text = (n: number, phone_number: string, sdk = provider.sdk) =>
    sdk(
      'POST',
      `/otps/${n % 2 === 0 ? 'sms' : 'whatsapp'}/login_or_create`,
      { phone_number },
      { from: `203.0.113.${n}` },
    )
  expect(await statuses(5, n => text(n, `+4144668180${n}`))).toEqual([200, 200, 200, 200, 200])
  for (const n of [6, 7]) {
    const refused = await text(n, `+4144668180${n}`)
    expect(refused).toMatchObject({ status: 429, json: { error_type: 'too_many_requests' } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500)
  }
  expect(await countMessages(provider)).toBe(5)
  expect((await text(8, '+4915123456789')).status).toBe(200)
  expect((await text(9, '+41446681809', provider.sdkOf(other.publicToken))).status).toBe(200)
})

test('a project sends at most ten messages in ten minutes to a destination, in any spelling', async () => {
  const provider = await atScale(2, 10)
  const other = await createProject(provider.db, { name: 'Other' }, Date.now())
  const ways = ['/magic_links/email/login_or_create', '/otps/email/login_or_create', '/passwords/email/reset/start']
  const send = (n: number, to = email, sdk = provider.sdk) =>
    sdk('POST', ways[n % ways.length] ?? '', { email: to }, { from: `203.0.113.${n}` })
  expect(await statuses(2, n => send(n))).toEqual([200, 200])
  for (const [n, spelled] of [email, 'ADA@example.org', 'ada@EXAMPLE.org', email].entries()) {
    const refused = await send(n + 2, spelled)
    expect(refused).toMatchObject({ status: 429, json: { error_type: 'too_many_requests' } })
  }
  expect(await countMessages(provider)).toBe(2)
  expect((await send(6, 'grace@example.org')).status).toBe(200)
  expect((await send(7, email, provider.sdkOf(other.publicToken))).status).toBe(200)
})

test('an IP address can make 1,200 requests a minute across all endpoints', async () => {
  const { identity, publicToken } = await atScale(3, 1_200)
  const paths = [
    `${sdkPrefix}/projects/bootstrap/${publicToken}`,
    `${sdkPrefix}/users/me`,
    captchaChallengePath(publicToken),
    textStatusPath(publicToken, 'phone-number-test-1'),
  ]
  const call = async (path: string, from: string) =>
    identity.app.request(path, {}, { incoming: { socket: { remoteAddress: from } } })
  for (const [n, path] of paths.entries()) {
    const own = `203.0.113.${n}`
    for (const status of await statuses(3, () => call(path, own))) expect([path, status]).not.toEqual([path, 429])
    for (const refusing of paths) {
      const refused = await call(refusing, own)
      expect([refusing, refused.status, Number(refused.headers.get('Retry-After')) > 50]).toEqual([refusing, 429, true])
    }
    expect((await call(path, `198.51.100.${n}`)).status).not.toBe(429)
  }
})

describe('100 password attempts per account and day', () => {
  /** With the clock of the limits moved, after which the points of a quarter of an hour are back. */
  const patient = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    // One in a quarter of an hour, three in a day.
    const provider = await atScale(3, 100)
    const logIn = (to: string, typed: string) =>
      provider.sdk('POST', '/passwords/authenticate', { email: to, password: typed, session_duration_minutes: 60 })
    const wait = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * minute)
    return { provider, logIn, wait }
  }

  test('attempts are limited however slow, for missing accounts too, and even the right one is rejected', async () => {
    const { provider, logIn, wait } = await patient()
    await provider.sdk('POST', '/passwords', { email, password, session_duration_minutes: 60 })
    for (const to of [email, 'stranger@example.org']) {
      for (let n = 0; n < 3; n++) {
        expect((await logIn(to, 'a guess')).status).toBe(401)
        wait(15)
      }
      const refused = await logIn(to, password)
      expect(refused).toMatchObject({ status: 429, json: { error_type: 'too_many_requests' } })
      // The day began with the first guess.
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 60 * 60)
    }
    wait(24 * 60)
    expect((await logIn(email, password)).status).toBe(200)
  })

  test('a right password resets the count of attempts in a row', async () => {
    const { provider, logIn, wait } = await patient()
    await provider.sdk('POST', '/passwords', { email, password, session_duration_minutes: 60 })
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 2; n++) {
        expect((await logIn(email, 'a guess')).status).toBe(401)
        wait(15)
      }
      expect((await logIn(email, password)).status).toBe(200)
    }
  })
})
