import { describe, expect, test } from 'vitest'
import { identityUnderTest, readMailbox } from '../../testing/index.ts'
import {
  ada,
  another,
  enrol,
  isAlive,
  logIn,
  open,
  password,
  refusal,
  resetByExisting,
  session_duration_minutes,
  settle,
  state,
} from './testing/index.ts'

const app = {
  type: 'totp',
  delivery_method: 'authenticator_app',
  authenticator_app_factor: { totp_id: 'totp-test-1' },
} as const

describe('password reset with the existing password', () => {
  const body = { email: ada, existing_password: password, new_password: another, session_duration_minutes }

  test('the reset changes the password, ends other sessions and notifies the owner', async () => {
    const provider = await open()
    const { session_token } = await settle(provider)
    const done = await provider.sdk('POST', resetByExisting, body)
    expect(done.status).toBe(200)
    expect(await isAlive(provider, session_token)).toBe(false)
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect((await logIn(provider, ada, another)).status).toBe(200)
    expect((await readMailbox(provider, ada))[0].subject).toContain('Your password was changed')
  })

  test('a wrong existing password is rejected and counts as a sign-in attempt', async () => {
    const provider = await identityUnderTest()
    await settle(provider)
    const wrong = { ...body, existing_password: 'nothing like the password' }
    for (let n = 0; n < 20; n++) {
      expect(await provider.sdk('POST', resetByExisting, wrong)).toMatchObject(refusal('unauthorized_credentials'))
    }
    expect(await logIn(provider)).toMatchObject(refusal('too_many_requests'))
  })

  test('a weak new password changes nothing', async () => {
    const provider = await open()
    await settle(provider)
    const before = await state(provider)
    expect((await provider.sdk('POST', resetByExisting, { ...body, new_password: 'ada12345' })).status).toBe(400)
    expect(await state(provider)).toEqual(before)
  })

  test('the reset requires the authenticator app of a user who has one', async () => {
    const provider = await open()
    const { user_id } = await settle(provider)
    await enrol(provider, user_id)
    expect(await provider.sdk('POST', resetByExisting, body)).toMatchObject(refusal('insufficient_factors'))
    const both = await provider.signIn(user_id, app)
    const done = await provider.sdk('POST', resetByExisting, body, { session: both.session_token })
    expect(done.status).toBe(200)
  })

  test('a stale or foreign authenticator app code is rejected, whatever the new password is', async () => {
    const provider = await open()
    const { user_id } = await settle(provider)
    await enrol(provider, user_id)
    const both = await provider.signIn(user_id, app)
    provider.clock.now += 6 * 60_000
    const others = await provider.signIn((await provider.addUser('bob@example.org')).userId, app)
    const before = await state(provider)
    for (const new_password of [another, 'ada12345']) {
      for (const [session, errorType] of [
        [null, 'insufficient_factors'],
        [others.session_token, 'insufficient_factors'],
        [both.session_token, 'stale_factors'],
      ] as const) {
        const refused = await provider.sdk('POST', resetByExisting, { ...body, new_password }, { session })
        expect(refused).toMatchObject(refusal(errorType))
      }
    }
    expect(await state(provider)).toEqual(before)
  })
})
