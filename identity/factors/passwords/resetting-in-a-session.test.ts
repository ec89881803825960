import { describe, expect, test } from 'vitest'
import { readMailbox } from '../../testing/index.ts'
import {
  ada,
  another,
  enrol,
  factorsIn,
  isAlive,
  logIn,
  open,
  password,
  refusal,
  resetBySession,
  settle,
  state,
} from './testing/index.ts'

describe('password reset in a session', () => {
  test('the reset keeps its session and ends all others, with recent authentication', async () => {
    const provider = await open()
    const { user_id, session_token } = await settle(provider)
    const other = await provider.signIn(user_id)
    const done = await provider.sdk('POST', resetBySession, { password: another }, { session: session_token })
    expect(done.status).toBe(200)
    expect(done.data).not.toHaveProperty('__user')
    expect(done.data).toMatchObject({ user_id, session_token })
    expect(await isAlive(provider, session_token)).toBe(true)
    expect(await isAlive(provider, other.session_token)).toBe(false)
    expect((await logIn(provider, ada, another)).status).toBe(200)
  })

  test('the reset sets a first password for a user without one', async () => {
    const provider = await open()
    const { userId } = await provider.addUser(ada)
    const { session_token } = await provider.signIn(userId, {
      type: 'otp',
      delivery_method: 'email',
      email_factor: { email_id: 'e', email_address: ada },
    })
    const done = await provider.sdk('POST', resetBySession, { password: another }, { session: session_token })
    expect(factorsIn(done.data)).toEqual(['otp'])
    expect((await readMailbox(provider, ada))[0].subject).toContain('A password was set')
  })

  test('the reset rejects a stale session, and a new password does not make a session recent', async () => {
    const provider = await open()
    const { session_token: session } = await settle(provider)
    provider.clock.now += 4 * 60_000
    expect((await provider.sdk('POST', resetBySession, { password: another }, { session })).status).toBe(200)
    provider.clock.now += 2 * 60_000
    const before = await state(provider)
    // Rejected before the password's strength is checked.
    for (const typed of [password, 'ada12345']) {
      expect(await provider.sdk('POST', resetBySession, { password: typed }, { session })).toMatchObject(
        refusal('session_too_old_to_reset_password'),
      )
    }
    expect(await state(provider)).toEqual(before)
  })

  test('the reset extends the session if requested', async () => {
    const provider = await open()
    const { session_token: session } = await settle(provider)
    provider.clock.now += 60_000
    const expiryAfter = async (body: object) => {
      const { data } = await provider.sdk('POST', resetBySession, body, { session })
      return Date.parse((data.session as { expires_at: string }).expires_at) - provider.clock.now
    }
    expect(await expiryAfter({ password: another })).toBe(59 * 60_000)
    expect(await expiryAfter({ password, session_duration_minutes: 120 })).toBe(120 * 60_000)
  })

  test('the reset also works for a user without an email address', async () => {
    const provider = await open()
    const { session_token: session } = await settle(provider)
    await provider.db.deleteFrom('user_emails').execute()
    const done = await provider.sdk('POST', resetBySession, { password: another }, { session })
    expect(done).toMatchObject({ status: 200, data: { user: { emails: [] } } })
  })

  test('the reset is rejected without a session or without the account’s second factor', async () => {
    const provider = await open()
    const { user_id, session_token: session } = await settle(provider)
    await enrol(provider, user_id)
    expect(await provider.sdk('POST', resetBySession, { password: another }, { session })).toMatchObject(
      refusal('insufficient_factors'),
    )
    expect(await provider.sdk('POST', resetBySession, { password: another })).toMatchObject(
      refusal('user_unauthenticated'),
    )
  })
})
