import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { errorTypes } from '@corroborate/wire/errors'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { failuresBefore, noteFailure } from '../../protection/index.ts'
import { countMessages, identityUnderTest, readMailbox } from '../../testing/index.ts'
import { codeAt, stepAt } from './authenticate-by-totp.ts'

const ada = 'ada@example.org'
const expiration_minutes = 30
const session_duration_minutes = 60

type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Created = { totp_id: string; secret: string; qr_code: string; recovery_codes: string[] }

const open = async (settings: Record<string, string> = {}) => {
  const provider = await identityUnderTest({ LIMITS_SCALE: '1000', ...settings })
  // In the middle of a time step, so that no test runs into the next one.
  provider.clock.now = Math.floor(provider.clock.now / 30_000) * 30_000 + 15_000
  return provider
}

const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})

const enter = async (provider: Provider, email = ada) => {
  const { userId } = await provider.addUser(email)
  const { session_token } = await provider.signIn(userId)
  return { userId, session: session_token }
}

const enrol = async ({ sdk }: Provider, session: string): Promise<Created> => {
  const created = await sdk('POST', '/totps', { expiration_minutes }, { session })
  expect(created.status).toBe(200)
  return created.data as Created
}

const codeOf = ({ clock }: Provider, secret: string, steps = 0) => codeAt(secret, stepAt(clock.now) + steps)

const authenticate = ({ sdk }: Provider, session: string, totp_code: string) =>
  sdk('POST', '/totps/authenticate', { totp_code, session_duration_minutes }, { session })

const recover = ({ sdk }: Provider, session: string, recovery_code: string) =>
  sdk('POST', '/totps/recover', { recovery_code, session_duration_minutes }, { session })

/** A user with a confirmed authenticator app, and the session that confirmed it, two steps later. */
const confirmed = async (provider: Provider, email = ada) => {
  const { userId, session } = await enter(provider, email)
  const created = await enrol(provider, session)
  const done = await authenticate(provider, session, codeOf(provider, created.secret))
  expect(done.status).toBe(200)
  provider.clock.now += 60_000
  return { userId, session: String(done.data.session_token), ...created }
}

/** A code that is not one of those around now. */
const wrongCode = (provider: Provider, secret: string): string => {
  const right = [-1, 0, 1].map(steps => codeOf(provider, secret, steps))
  return ['000000', '111111', '222222', '333333'].find(code => !right.includes(code)) ?? ''
}

const factorsIn = (data: Record<string, unknown>) =>
  (data.session as { authentication_factors: { type: string }[] }).authentication_factors.map(({ type }) => type)

describe('authenticator app', () => {
  test('setup returns a secret, a QR code and ten recovery codes, and counts after the first right code', async () => {
    const provider = await open()
    const { session, userId } = await enter(provider)
    const created = await provider.sdk('POST', '/totps', { expiration_minutes }, { session })
    const { totp_id } = created.data as Created
    expect(created.data).toMatchObject({
      totp_id: expect.stringMatching(/^totp-test-/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      qr_code: expect.stringMatching(/^data:image\/png;base64,/),
      user_id: userId,
      user: { totps: [{ totp_id, verified: false }] },
      __user: { totps: [{ totp_id, verified: false }] },
    })
    const { secret, recovery_codes } = created.data as Created
    expect(new Set(recovery_codes).size).toBe(10)

    const done = await authenticate(provider, session, codeOf(provider, secret))
    expect(done).toMatchObject({
      status: 200,
      data: { totp_id, user: { totps: [{ totp_id, verified: true }] }, session: { user_id: userId } },
    })
    expect(factorsIn(done.data)).toEqual(['password', 'totp'])
    expect(done.data.session_token).not.toBe(session)
    expect((await readMailbox(provider, ada))[0].subject).toContain('An authenticator app was added')
  })

  test('secrets and recovery codes are not stored in plain text', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const { recovery_codes } = await enrol(provider, session)
    const kept = JSON.stringify(await provider.db.selectFrom('single_use_secrets').selectAll().execute())
    for (const code of recovery_codes) expect(kept).not.toContain(code)
  })

  test('a new setup replaces an unconfirmed one', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const older = await enrol(provider, session)
    const newer = await enrol(provider, session)
    expect(await authenticate(provider, session, codeOf(provider, older.secret))).toMatchObject(
      refusal('unable_to_authenticate_totp'),
    )
    expect((await authenticate(provider, session, codeOf(provider, newer.secret))).status).toBe(200)
  })

  test('an app that is not confirmed in time does not count', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const { secret } = await enrol(provider, session)
    provider.clock.now += expiration_minutes * 60_000 + 1_000
    expect(await authenticate(provider, session, codeOf(provider, secret))).toMatchObject(
      refusal('unable_to_authenticate_totp'),
    )
  })

  test('setup requires a verified address, a recent session and no existing app', async () => {
    const provider = await open()
    const { userId } = await provider.addUser('carl@example.org', { verified: false })
    const unproved = (await provider.signIn(userId)).session_token
    const create = (session: string | null) => provider.sdk('POST', '/totps', { expiration_minutes }, { session })
    expect(await create(unproved)).toMatchObject(refusal('unauthorized_action'))
    expect(await create(null)).toMatchObject(refusal('user_unauthenticated'))

    const stale = await enter(provider, 'dora@example.org')
    provider.clock.now += 6 * 60_000
    expect(await create(stale.session)).toMatchObject(refusal('stale_factors'))

    const { session } = await confirmed(provider)
    expect(await create(session)).toMatchObject(refusal('active_totp_exists'))
    expect(await provider.db.selectFrom('totps').select('totp_id').execute()).toHaveLength(1)
  })
})

describe('authenticator code', () => {
  test('a code works once, tolerates one step of clock drift, and invalidates earlier codes', async () => {
    const provider = await open()
    const { session, secret } = await confirmed(provider)
    const wrong = refusal('unable_to_authenticate_totp')
    for (const steps of [-2, 2]) {
      expect(await authenticate(provider, session, codeOf(provider, secret, steps))).toMatchObject(wrong)
    }
    const behind = await authenticate(provider, session, codeOf(provider, secret, -1))
    expect(behind.status).toBe(200)
    const next = String(behind.data.session_token)
    expect(await authenticate(provider, next, codeOf(provider, secret, -1))).toMatchObject(wrong)
    const ahead = await authenticate(provider, next, codeOf(provider, secret, 1))
    expect(ahead.status).toBe(200)
    const last = String(ahead.data.session_token)
    for (const steps of [0, 1]) {
      expect(await authenticate(provider, last, codeOf(provider, secret, steps))).toMatchObject(wrong)
    }
  })

  test.each(['', ' ', '12345', '1234567', 'abcdef', '１２３４５６', '٠٠٠٠٠٠'])(
    'the code %j is rejected',
    async code => {
      const provider = await open()
      const { session } = await confirmed(provider)
      expect(await authenticate(provider, session, code)).toMatchObject(refusal('unable_to_authenticate_totp'))
    },
  )

  test('after five wrong codes none is accepted for a while, but a recovery code is', async () => {
    const provider = await open()
    const { session, secret, recovery_codes } = await confirmed(provider)
    for (let n = 0; n < 5; n++) {
      expect(await authenticate(provider, session, wrongCode(provider, secret))).toMatchObject(
        refusal('unable_to_authenticate_totp'),
      )
    }
    const locked = await authenticate(provider, session, codeOf(provider, secret))
    expect(locked).toMatchObject(refusal('user_lock_limit_reached'))
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await recover(provider, session, recovery_codes[0] ?? '')).status).toBe(200)
    provider.clock.now += 16 * 60_000
    const again = (await provider.signIn((await userOf(provider, ada)) ?? '')).session_token
    expect((await authenticate(provider, again, codeOf(provider, secret))).status).toBe(200)
  })

  test('many wrong codes in a row lock the second factor even if the password was right in between', async () => {
    const provider = await open()
    const { userId, secret } = await confirmed(provider)
    let wrongs = 0
    for (;;) {
      const { session_token } = await provider.signIn(userId)
      const answer = await authenticate(provider, session_token, wrongCode(provider, secret))
      if (answer.json.error_type === 'unable_to_authenticate_totp') wrongs++
      // After five, none is compared for a quarter of an hour. The lock lasts longer than that.
      else if (Number(answer.headers.get('Retry-After')) > 16 * 60) break
      else provider.clock.now += 16 * 60_000
      expect(wrongs).toBeLessThanOrEqual(100)
    }
  })

  test('an authenticator code still works while passcodes are locked, which anybody can trigger', async () => {
    const provider = await open()
    const { userId, session, secret } = await confirmed(provider)
    const project = await provider.project()
    for (let n = 0; n < failuresBefore.lock; n++) {
      await noteFailure(provider.db, { project, userId, guessed: 'passcode' }, provider.clock.now)
    }
    expect((await authenticate(provider, session, codeOf(provider, secret))).status).toBe(200)
  })

  test('another user’s code is rejected', async () => {
    const provider = await open()
    const { secret } = await confirmed(provider)
    const bob = await enter(provider, 'bob@example.org')
    expect(await authenticate(provider, bob.session, codeOf(provider, secret))).toMatchObject(
      refusal('unable_to_authenticate_totp'),
    )
    const carl = await confirmed(provider, 'carl@example.org')
    expect(await authenticate(provider, carl.session, codeOf(provider, secret))).toMatchObject(
      refusal('unable_to_authenticate_totp'),
    )
  })
})

const userOf = async ({ db }: Provider, email: string) =>
  (await db.selectFrom('user_emails').select('user_id').where('email', '=', email).executeTakeFirst())?.user_id

describe('recovery code', () => {
  test('a recovery code works once in any spelling, and its owner is notified', async () => {
    const provider = await open()
    const { session, totp_id, recovery_codes } = await confirmed(provider)
    const [first = '', second = '', third = ''] = recovery_codes
    const done = await recover(provider, session, ` ${first.toUpperCase().replaceAll('-', ' ')} `)
    expect(done).toMatchObject({ status: 200, data: { totp_id } })
    expect(factorsIn(done.data)).toEqual(['password', 'totp', 'recovery_code'])
    expect((await readMailbox(provider, ada, 2))[0].subject).toContain('Recovery code used')
    const next = String(done.data.session_token)
    expect(await recover(provider, next, first)).toMatchObject(refusal('unable_to_authenticate_recovery_code'))
    const another = await recover(provider, next, second.replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'l'))
    expect(another.status).toBe(200)
    expect(await recover(provider, String(another.data.session_token), third.slice(0, -1))).toMatchObject(
      refusal('unable_to_authenticate_recovery_code'),
    )
  })

  test('a recovery code of an unconfirmed app or another user is rejected', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const { recovery_codes } = await enrol(provider, session)
    expect(await recover(provider, session, recovery_codes[0] ?? '')).toMatchObject(
      refusal('unable_to_authenticate_recovery_code'),
    )
    const bob = await confirmed(provider, 'bob@example.org')
    const carl = await confirmed(provider, 'carl@example.org')
    expect(await recover(provider, carl.session, bob.recovery_codes[0] ?? '')).toMatchObject(
      refusal('unable_to_authenticate_recovery_code'),
    )
  })

  test('a recovery code still works after the app’s confirmation deadline', async () => {
    const provider = await open()
    const { userId, recovery_codes } = await confirmed(provider)
    provider.clock.now += 30 * 24 * 60 * 60_000
    const { session_token } = await provider.signIn(userId)
    expect((await recover(provider, session_token, recovery_codes[0] ?? '')).status).toBe(200)
  })

  test('a recovery code stops working when new ones are generated', async () => {
    const provider = await open()
    const { session, totp_id, recovery_codes } = await confirmed(provider)
    const renewed = await provider.sdk('POST', '/totps/recovery_codes', undefined, { session })
    expect(renewed).toMatchObject({ status: 200, data: { totps: [{ totp_id, verified: true }] } })
    const [{ recovery_codes: fresh }] = renewed.data.totps as [Created]
    expect(fresh).toHaveLength(10)
    expect(await recover(provider, session, recovery_codes[1] ?? '')).toMatchObject(
      refusal('unable_to_authenticate_recovery_code'),
    )
    expect((await recover(provider, session, fresh[1] ?? '')).status).toBe(200)
  })

  test('recovery codes are shown only in a session that used the app', async () => {
    const provider = await open()
    const { userId } = await confirmed(provider)
    const codes = (session: string) => provider.sdk('POST', '/totps/recovery_codes', undefined, { session })
    const oneFactor = (await provider.signIn(userId)).session_token
    expect(await codes(oneFactor)).toMatchObject(refusal('insufficient_factors'))
    const bob = await enter(provider, 'bob@example.org')
    expect(await codes(bob.session)).toMatchObject(refusal('totp_not_found'))
    expect(await countMessages(provider)).toBe(1)
  })
})

describeStore<Tables>('authenticator apps', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const db: Kysely<Tables> = await openStore()
    const { url } = store.placeOf(db)
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }
  const times = <Result>(count: number, act: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)))
  const succeeded = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length

  test('an authenticator code used by twenty concurrent requests works once', async () => {
    const provider = await onEngine()
    const { session, secret } = await confirmed(provider)
    const code = codeOf(provider, secret)
    const answers = await times(20, () => authenticate(provider, session, code))
    expect(succeeded(answers)).toBe(1)
  })

  test('a recovery code used by twenty concurrent requests works once', async () => {
    const provider = await onEngine()
    const { session, recovery_codes } = await confirmed(provider)
    const answers = await times(20, () => recover(provider, session, recovery_codes[0] ?? ''))
    expect(succeeded(answers)).toBe(1)
    const used = await provider.db
      .selectFrom('single_use_secrets')
      .selectAll()
      .where('kind', '=', 'recovery_code')
      .where('used_at', 'is not', null)
      .execute()
    expect(used).toHaveLength(1)
  })

  test('of sixty concurrent wrong codes only five are compared', async () => {
    const provider = await onEngine()
    const { session, secret } = await confirmed(provider)
    const wrong = wrongCode(provider, secret)
    const answers = await times(60, () => authenticate(provider, session, wrong))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(55)
  })

  test('twenty concurrent setups leave one app', async () => {
    const provider = await onEngine()
    const { session } = await enter(provider)
    await times(20, () => enrol(provider, session))
    expect(await provider.db.selectFrom('totps').select('totp_id').execute()).toHaveLength(1)
  })
})
