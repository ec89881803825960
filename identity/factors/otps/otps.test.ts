import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { errorTypes } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import type { Kysely } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { countMessages, identityUnderTest, readMailbox } from '../../testing/index.ts'

const ada = 'ada@example.org'
const phone = '+4915123456789'
const otherPhone = '+4915198765432'
const session_duration_minutes = 60
const ways = [
  ['email', { email: ada }, ada],
  ['sms', { phone_number: phone }, phone],
  ['whatsapp', { phone_number: phone }, phone],
] as const

type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Way = 'email' | 'sms' | 'whatsapp'

const open = (settings: Record<string, string> = {}) => identityUnderTest({ LIMITS_SCALE: '1000', ...settings })

const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})

const start = (provider: Provider, way: Way = 'email', body: object = { email: ada }, kind = 'login_or_create') =>
  provider.sdk('POST', `/otps/${way}/${kind}`, body)

const enter = (provider: Provider, methodId: unknown, token: unknown, session: string | null = null) =>
  provider.sdk('POST', '/otps/authenticate', { token, method_id: methodId, session_duration_minutes }, { session })

/** Sends a code and reads it. */
const receive = async (provider: Provider, way: Way = 'email', body: object = { email: ada }, to: string = ada) => {
  const before = await countNow(provider, to)
  const { data } = await start(provider, way, body)
  const [{ code }] = await readMailbox(provider, to, before + 1)
  return { methodId: String(data.method_id), code: String(code) }
}

const countNow = async ({ db }: Provider, to: string) =>
  (await db.selectFrom('mailbox_messages').select('message_id').where('recipient', '=', to).execute()).length

const sessions = async ({ db }: Provider) => (await db.selectFrom('sessions').selectAll().execute()).length

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe.each(ways)('passcode by %s', (way, body, to) => {
  test('a passcode signs up new users and signs in existing ones', async () => {
    const provider = await open()
    const sent = await start(provider, way, body)
    const idName = way === 'email' ? 'email_id' : 'phone_id'
    expect(sent).toMatchObject({ status: 200, data: { method_id: sent.data[idName], user_id: expect.any(String) } })
    expect(sent.data).not.toHaveProperty('user_created')
    const [message] = await readMailbox(provider, to)
    expect(message).toMatchObject({ channel: way, to, code: expect.stringMatching(/^\d{6}$/), links: [] })

    const done = await enter(provider, sent.data.method_id, message.code)
    expect(done).toMatchObject({
      status: 200,
      data: {
        method_id: sent.data.method_id,
        user_id: sent.data.user_id,
        user: {
          status: 'active',
          ...(way === 'email'
            ? { emails: [{ email: to, verified: true }] }
            : { phone_numbers: [{ phone_number: to, verified: true }] }),
        },
        session: { authentication_factors: [{ type: 'otp', delivery_method: way }] },
      },
    })
    const again = await receive(provider, way, body, to)
    expect((await enter(provider, again.methodId, again.code)).data.user_id).toBe(sent.data.user_id)
  })

  test('a passcode works once', async () => {
    const provider = await open()
    const { methodId, code } = await receive(provider, way, body, to)
    expect((await enter(provider, methodId, code)).status).toBe(200)
    expect(await enter(provider, methodId, code)).toMatchObject(refusal('otp_code_not_found'))
    expect(await sessions(provider)).toBe(1)
  })

  test('a passcode stops working after a newer one is sent', async () => {
    const provider = await open()
    const older = await receive(provider, way, body, to)
    const newer = await receive(provider, way, body, to)
    if (older.code === newer.code) return
    expect(await enter(provider, older.methodId, older.code)).toMatchObject(refusal('unable_to_auth_otp_code'))
    expect((await enter(provider, newer.methodId, newer.code)).status).toBe(200)
  })

  test.each([
    [{}, 5],
    [{ expiration_minutes: 2 }, 2],
    [{ expiration_minutes: 60 }, 5],
  ])('a passcode sent with %j expires after %d minutes', async (options, minutes) => {
    const provider = await open()
    const { methodId, code } = await receive(provider, way, { ...body, ...options }, to)
    provider.clock.now += minutes * 60_000 + 1_000
    expect(await enter(provider, methodId, code)).toMatchObject(refusal('otp_code_not_found'))
    provider.clock.now -= 2_000
    expect((await enter(provider, methodId, code)).status).toBe(200)
  })

  test('login_or_create and send/primary respond the same for existing and new users', async () => {
    const provider = await open()
    const friend = await receive(provider, way, body, to)
    await enter(provider, friend.methodId, friend.code)
    const stranger = way === 'email' ? { email: 'bob@example.org' } : { phone_number: otherPhone }
    for (const kind of ['login_or_create', 'send/primary']) {
      const shapes = []
      for (const who of [body, stranger]) {
        const { status, headers, data } = await start(provider, way, who, kind)
        const forms = Object.entries(data).map(([key, value]) => [key, String(value).replaceAll(/[0-9a-f]/g, 'x')])
        shapes.push({ status, names: [...headers.keys()].toSorted(), forms })
      }
      expect(shapes[1]).toEqual(shapes[0])
    }
  })
})

describe('passcode attempts', () => {
  test('after five wrong attempts even the right code is rejected', async () => {
    const provider = await open()
    const { methodId, code } = await receive(provider)
    for (let guess = 1; guess <= 6; guess++) {
      expect(await enter(provider, methodId, wrong(code, guess))).toMatchObject(refusal('unable_to_auth_otp_code'))
    }
    expect(await enter(provider, methodId, code)).toMatchObject(refusal('unable_to_auth_otp_code'))
    const fresh = await receive(provider)
    expect((await enter(provider, fresh.methodId, fresh.code)).status).toBe(200)
  })

  test('after four wrong attempts the fifth can succeed', async () => {
    const provider = await open()
    const { methodId, code } = await receive(provider)
    for (let guess = 1; guess <= 4; guess++) await enter(provider, methodId, wrong(code, guess))
    expect((await enter(provider, methodId, code)).status).toBe(200)
  })

  test('an attempt for an unknown method returns not found', async () => {
    const provider = await open()
    expect(await enter(provider, 'email-test-nobody', '123456')).toMatchObject(refusal('otp_code_not_found'))
  })

  test('an attempt for a new send/primary address gets the same response as any other', async () => {
    const provider = await open()
    const { data } = await start(provider, 'email', { email: ada }, 'send/primary')
    expect((await readMailbox(provider, ada))[0].code).toBeNull()
    expect(await enter(provider, data.method_id, '123456')).toMatchObject(refusal('unable_to_auth_otp_code'))
  })

  test('wrong attempts across many codes lock the account, and a valid link unlocks it', async () => {
    const provider = await open()
    let wrongs = 0
    for (;;) {
      const { methodId, code } = await receive(provider)
      let locked = false
      for (let guess = 1; guess <= 5 && !locked; guess++) {
        const answer = await enter(provider, methodId, wrong(code, guess))
        if (answer.json.error_type === 'user_lock_limit_reached') {
          locked = true
          expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
          expect(await enter(provider, methodId, code)).toMatchObject(refusal('user_lock_limit_reached'))
        } else wrongs++
      }
      if (locked) break
      expect(wrongs).toBeLessThanOrEqual(100)
    }
    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
    await expect.poll(async () => (await readMailbox(provider, ada))[0].links.length).toBe(1)
    const [{ links }] = await readMailbox(provider, ada)
    const token = new URL(links[0] ?? '').searchParams.get('token')
    const { status } = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
    expect(status).toBe(200)
    const { methodId, code } = await receive(provider)
    expect((await enter(provider, methodId, code)).status).toBe(200)
  })

  test('a user’s passcode does not work for another user’s method', async () => {
    const provider = await open()
    const mine = await receive(provider, 'email', { email: 'eve@example.org' }, 'eve@example.org')
    const theirs = await receive(provider)
    if (mine.code === theirs.code) return
    expect(await enter(provider, theirs.methodId, mine.code)).toMatchObject(refusal('unable_to_auth_otp_code'))
    expect(await enter(provider, mine.methodId, theirs.code)).toMatchObject(refusal('unable_to_auth_otp_code'))
  })

  test('a passcode of one project does not work in another', async () => {
    const provider = await open()
    const other = await createProject(provider.db, { name: 'Other' }, Date.now())
    const { methodId, code } = await receive(provider)
    const body = { token: code, method_id: methodId, session_duration_minutes }
    expect(await provider.sdkOf(other.publicToken)('POST', '/otps/authenticate', body)).toMatchObject(
      refusal('otp_code_not_found'),
    )
    expect((await enter(provider, methodId, code)).status).toBe(200)
  })

  test('input that is not a code is rejected', async () => {
    const provider = await open()
    const { methodId, code } = await receive(provider)
    const tries = [
      Number(code),
      [code],
      { $ne: null },
      null,
      true,
      `${code}0`,
      code.slice(1),
      `a${code.slice(1)}`,
      ' ',
      '',
      '9'.repeat(50_000),
    ]
    for (const token of tries) {
      const { status } = await enter(provider, methodId, token)
      expect([400, 401], JSON.stringify(token)?.slice(0, 40)).toContain(status)
    }
    expect(await sessions(provider)).toBe(0)
  })
})

describe('typed passcode', () => {
  test.each([
    ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['with spaces around', (code: string) => ` ${code}\n`],
    ['with a dash', (code: string) => `${code.slice(0, 3)}–${code.slice(3)}`],
    ['in full-width digits', (code: string) => code.replace(/\d/g, d => String.fromCodePoint(0xff10 + Number(d)))],
    ['in Arabic digits', (code: string) => code.replace(/\d/g, d => String.fromCodePoint(0x660 + Number(d)))],
  ])('a passcode typed %s is accepted', async (_, typed) => {
    const provider = await open()
    const { methodId, code } = await receive(provider)
    expect((await enter(provider, methodId, typed(code))).status).toBe(200)
  })

  test('malformed input does not count as an attempt and never locks the code', async () => {
    const provider = await open()
    const { methodId, code } = await receive(provider)
    for (const token of ['', ' ', '12345', '1234567', 'abcdef', code.slice(1), `${code}0`, 'G-12345', '½½½½½½']) {
      expect(await enter(provider, methodId, token)).toMatchObject(refusal('unable_to_auth_otp_code'))
    }
    expect((await enter(provider, methodId, code)).status).toBe(200)
  })
})

describe('phone numbers', () => {
  test.each([
    ['+19005550123', 'invalid_phone_number_country_code'],
    ['+8821234567890', 'invalid_phone_number_country_code'],
    ['+12345', 'invalid_phone_number'],
    ['4915123456789', 'invalid_phone_number'],
    ['+49 151 23456789', 'invalid_phone_number'],
    ['+4915123456789\r\n+15005550006', 'invalid_phone_number'],
  ] as const)('the number %j is sent nothing', async (phone_number, type) => {
    const provider = await open()
    for (const way of ['sms', 'whatsapp'] as const) {
      expect(await start(provider, way, { phone_number })).toMatchObject(refusal(type))
    }
    expect(await provider.db.selectFrom('users').selectAll().execute()).toEqual([])
    expect(await countMessages(provider)).toBe(0)
  })

  test('one IP address cannot send SMS to many countries', async () => {
    const provider = await open({ LIMITS_SCALE: '1' })
    const numbers = Array.from({ length: 40 }, (_, index) => `+49151234567${String(index).padStart(2, '0')}`)
    const statuses = []
    for (const phone_number of numbers) statuses.push((await start(provider, 'sms', { phone_number })).status)
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(20)
    expect(statuses.at(-1)).toBe(429)
  })

  test('enable_autofill adds the page’s host to the SMS', async () => {
    const provider = await open()
    const { siteOrigin } = { siteOrigin: provider.settings.site.origin }
    await provider.sdk(
      'POST',
      '/otps/sms/login_or_create',
      { phone_number: phone, enable_autofill: true },
      { headers: { Origin: siteOrigin } },
    )
    const [{ text, code }] = await readMailbox(provider, phone)
    expect(text.split('\n').at(-1)).toBe(`@localhost #${code}`)
  })
})

describe('send/secondary', () => {
  let provider: Provider
  let session: string
  beforeEach(async () => {
    provider = await open()
    const { userId } = await provider.addUser('owner@example.org')
    session = (await provider.signIn(userId)).session_token
  })
  const send = (way: Way, body: object) => provider.sdk('POST', `/otps/${way}/send/secondary`, body, { session })

  test.each(ways)('send/secondary adds the contact verified by %s only after verification', async (way, body, to) => {
    const sent = await send(way, body)
    expect(sent.status).toBe(200)
    const [{ code }] = await readMailbox(provider, to)
    const before = await provider.sdk('GET', '/users/me', undefined, { session })
    expect(JSON.stringify(before.data)).not.toContain(to)
    const done = await enter(provider, sent.data.method_id, code, session)
    expect(done.status).toBe(200)
    const { emails, phone_numbers } = done.data.user as User
    const added = way === 'email' ? emails.map(({ email }) => email) : phone_numbers.map(number => number.phone_number)
    expect(added).toContain(to)
    expect((done.data.session as { authentication_factors: unknown[] }).authentication_factors).toHaveLength(2)
    const [notice] = await readMailbox(provider, 'owner@example.org')
    expect(notice.subject).toContain('was added')
  })

  test('a code entered without the session adds nothing', async () => {
    const sent = await send('sms', { phone_number: phone })
    const [{ code }] = await readMailbox(provider, phone)
    // The answer must not say that a session ended: a client would then forget a session that it has.
    expect(await enter(provider, sent.data.method_id, code)).toMatchObject(refusal('user_unauthenticated'))
    expect(await sessions(provider)).toBe(1)
    expect((await enter(provider, sent.data.method_id, code, session)).status).toBe(200)
  })

  test.each(ways)('verifying by %s takes the contact from a user who never verified it', async (way, body, to) => {
    await start(provider, way, body)
    await readMailbox(provider, to)
    const sent = await send(way, body)
    const [{ code }] = await readMailbox(provider, to, 2)
    expect((await enter(provider, sent.data.method_id, code, session)).status).toBe(200)
  })

  test('a repeated send keeps the method id, and only the newest code works', async () => {
    const one = await send('sms', { phone_number: phone })
    const [older] = await readMailbox(provider, phone)
    const two = await send('sms', { phone_number: phone })
    const [newer] = await readMailbox(provider, phone, 2)
    expect(two.data.method_id).toBe(one.data.method_id)
    if (older.code !== newer.code) {
      expect((await enter(provider, one.data.method_id, older.code, session)).status).toBe(401)
    }
    expect((await enter(provider, two.data.method_id, newer.code, session)).status).toBe(200)
  })

  test('send/secondary requires a session, and recent authentication for a new contact', async () => {
    const unsigned = await provider.sdk('POST', '/otps/sms/send/secondary', { phone_number: phone })
    expect(unsigned).toMatchObject(refusal('user_unauthenticated'))
    provider.clock.now += 10 * 60_000
    expect(await send('sms', { phone_number: phone })).toMatchObject(refusal('stale_factors'))
    expect((await send('email', { email: 'owner@example.org' })).status).toBe(200)
  })

  test('send/secondary rejects another account’s verified number without naming the account', async () => {
    const { methodId, code } = await receive(provider, 'sms', { phone_number: phone }, phone)
    await enter(provider, methodId, code)
    expect(await send('sms', { phone_number: phone })).toMatchObject(refusal('duplicate_phone_number'))
  })
})

test('the audit log records wrong and right attempts without codes', async () => {
  const provider = await open()
  const { methodId, code } = await receive(provider)
  await enter(provider, methodId, wrong(code))
  await enter(provider, methodId, code)
  const entries = await provider.db.selectFrom('audit_log').selectAll().execute()
  const actions = entries.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['passcode.sent', 'passcode.refused', 'session.issued']))
  expect(JSON.stringify(entries)).not.toContain(`"${code}"`)
})

describeStore<Tables>('passcodes', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const db: Kysely<Tables> = await openStore()
    const { url } = store.placeOf(db)
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }

  test('a passcode used by twenty concurrent requests creates one session', async () => {
    const provider = await onEngine()
    const { methodId, code } = await receive(provider)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(provider, methodId, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
    expect(await sessions(provider)).toBe(1)
  })

  test('of two hundred concurrent attempts only five are compared', async () => {
    const provider = await onEngine()
    const { methodId, code } = await receive(provider)
    const guesses = Array.from({ length: 200 }, (_, index) => wrong(code, index + 1))
    const answers = await Promise.all(guesses.map(guess => enter(provider, methodId, guess)))
    expect(answers.every(({ status }) => status === 401)).toBe(true)
    const { failures } = await provider.db
      .selectFrom('single_use_secrets')
      .select('failures')
      .where('kind', '=', 'passcode')
      .executeTakeFirstOrThrow()
    expect(failures).toBe(5)
    const counted = await provider.db.selectFrom('account_failures').select('failures').executeTakeFirstOrThrow()
    expect(counted.failures).toBe(5)
    expect((await enter(provider, methodId, code)).status).toBe(401)
  })

  test('ten concurrent sends leave only the last code valid', async () => {
    const provider = await onEngine()
    const { methodId } = await receive(provider)
    await Promise.all(Array.from({ length: 10 }, () => start(provider)))
    const live = await provider.db
      .selectFrom('single_use_secrets')
      .selectAll()
      .where('subject', '=', methodId)
      .where('used_at', 'is', null)
      .execute()
    expect(live).toHaveLength(1)
    const messages = await readMailbox(provider, ada, 11)
    const outcomes = []
    for (const { code } of messages.slice(0, 11)) outcomes.push(code)
    expect(new Set(outcomes).size).toBeGreaterThan(1)
  })
})
