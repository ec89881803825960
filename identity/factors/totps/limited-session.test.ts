import { createPublicKey } from 'node:crypto'
import { pendingAudience } from '@corroborate/wire/second-factor'
import { decodeJwt, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { codeAt, stepAt } from './authenticate-by-totp.ts'

// `--limit-pending-sessions on`: a session that lacks the second factor finishes the sign-in, and does nothing else.

const session_duration_minutes = 60
const password = 'eighty miles of coast'
const minute = 60_000
const missing = { status: 403, json: expect.objectContaining({ error_type: 'insufficient_factors' }) }

/** A user with a password and an authenticator app, in a project that limits pending sessions. */
const withApp = async () => {
  const provider = await identityUnderTest({ LIMITS_SCALE: '1000' })
  const { clock, sdk } = provider
  clock.now = Math.floor(clock.now / 30_000) * 30_000 + 15_000
  const { sessions } = await provider.project()
  const email = 'ada@example.org'
  const { userId } = await provider.addUser(email)
  const { session_token } = await provider.signIn(userId)
  const set = await sdk(
    'POST',
    '/passwords/session/reset',
    { password, session_duration_minutes },
    { session: session_token },
  )
  const session = String(set.data.session_token)
  const { data } = await sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
  const code = () => {
    clock.now += minute
    return codeAt(String(data.secret), stepAt(clock.now))
  }
  const prove = (token: string) =>
    sdk('POST', '/totps/authenticate', { totp_code: code(), session_duration_minutes }, { session: token })
  const full = String((await prove(session)).data.session_token)
  await provider.configure({ sessions: { ...sessions, limitPending: true } })
  const logIn = async () =>
    (await sdk('POST', '/passwords/authenticate', { email, password, session_duration_minutes })).data
  return { ...provider, full, logIn, prove, recoveryCode: (data.recovery_codes as string[])[0] }
}

describe('project that restricts sessions pending a second factor', () => {
  test('a pending session is rejected by every endpoint except those that complete the sign-in', async () => {
    const { sdk, logIn } = await withApp()
    const session = String((await logIn()).session_token)
    const calls = [
      ['POST', '/sessions/authenticate', {}],
      ['POST', '/sessions/authenticate', { session_duration_minutes }],
      ['GET', '/users/me'],
      ['PUT', '/users/me', { name: { first_name: 'Eve' } }],
      ['POST', '/totps', { expiration_minutes: 30 }],
      ['POST', '/totps/recovery_codes'],
      ['POST', '/otps/email/send/secondary', { email: 'eve@example.org' }],
      ['POST', '/oauth/attach', { provider: 'google' }],
      ['POST', '/webauthn/register/start', { domain: 'localhost' }],
      ['GET', '/account/export'],
      ['DELETE', '/account'],
      ['GET', '/users/connected_apps'],
    ] as const
    for (const [method, path, body] of calls) {
      expect([path, await sdk(method, path, body, { session })]).toEqual([path, expect.objectContaining(missing)])
    }
  })

  test('a code or a recovery code makes a pending session full, and it can be revoked', async () => {
    const { sdk, logIn, prove, recoveryCode } = await withApp()
    const proved = await prove(String((await logIn()).session_token))
    expect(proved.status).toBe(200)
    expect((await sdk('GET', '/users/me', undefined, { session: String(proved.data.session_token) })).status).toBe(200)

    const body = { recovery_code: recoveryCode, session_duration_minutes }
    const session = String((await logIn()).session_token)
    const recovered = await sdk('POST', '/totps/recover', body, { session })
    expect(
      (await sdk('POST', '/sessions/authenticate', {}, { session: String(recovered.data.session_token) })).status,
    ).toBe(200)

    const left = String((await logIn()).session_token)
    expect((await sdk('POST', '/sessions/revoke', undefined, { session: left })).status).toBe(200)
    expect((await sdk('POST', '/totps/recover', body, { session: left })).status).toBe(401)
  })

  test('a pending session ends after ten minutes and reports that expiry', async () => {
    const { clock, logIn, prove } = await withApp()
    const { session, session_token } = (await logIn()) as { session: { expires_at: string }; session_token: string }
    expect(Date.parse(session.expires_at)).toBe(clock.now + 10 * minute)
    clock.now += 8 * minute
    expect((await prove(session_token)).status).toBe(200)
    const late = await logIn()
    clock.now += 10 * minute
    expect((await prove(String(late.session_token))).status).toBe(401)
  })

  test('the JWT of a pending session has a different audience, so backends reject it', async () => {
    const { core, project, logIn, prove } = await withApp()
    const { id } = await project()
    const verify = async (jwt: unknown) => {
      const key = createPublicKey((await core.keys.current(await project())).privateKey)
      return jwtVerify(String(jwt), key, { audience: id, currentDate: new Date(core.now()) })
    }
    const pending = await logIn()
    expect(decodeJwt(String(pending.session_jwt)).aud).toEqual([pendingAudience(id)])
    await expect(verify(pending.session_jwt)).rejects.toThrow('"aud"')
    const proved = await prove(String(pending.session_token))
    await expect(verify(proved.data.session_jwt)).resolves.toBeDefined()
  })

  test('a session with both factors, or of a user without an app, is not restricted', async () => {
    const { sdk, full, addUser, signIn } = await withApp()
    const { userId } = await addUser('grace@example.org')
    for (const session of [full, (await signIn(userId)).session_token]) {
      const { status, data } = await sdk('POST', '/sessions/authenticate', { session_duration_minutes }, { session })
      expect(status).toBe(200)
      expect((data as { session: { expires_at: string } }).session.expires_at).toBeDefined()
    }
  })
})
