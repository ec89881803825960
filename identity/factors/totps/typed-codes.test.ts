import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { codeAt, stepAt } from './authenticate-by-totp.ts'

const session_duration_minutes = 60

/** A user with an authenticator app, and a session that has yet to prove it. */
const withApp = async () => {
  const provider = await identityUnderTest({ LIMITS_SCALE: '1000' })
  const { clock, sdk } = provider
  clock.now = Math.floor(clock.now / 30_000) * 30_000 + 15_000
  const { userId } = await provider.addUser('ada@example.org')
  const { session_token: session } = await provider.signIn(userId)
  const { data } = await sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
  const secret = String(data.secret)
  const codes = data.recovery_codes as string[]
  const code = () => {
    clock.now += 60_000
    return codeAt(secret, stepAt(clock.now))
  }
  const first = { totp_code: code(), session_duration_minutes }
  expect((await sdk('POST', '/totps/authenticate', first, { session })).status).toBe(200)
  const prove = async (path: string, body: object) => {
    const { session_token } = await provider.signIn(userId)
    return (await sdk('POST', path, { ...body, session_duration_minutes }, { session: session_token })).status
  }
  return {
    code,
    recoveryCode: () => codes.shift() ?? '',
    byApp: (totp_code: string) => prove('/totps/authenticate', { totp_code }),
    byRecoveryCode: (recovery_code: string) => prove('/totps/recover', { recovery_code }),
  }
}

const fullWidth = (text: string) =>
  text.replace(/[0-9a-z]/g, letter => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))

test('an authenticator code may contain spaces, dashes and digits of any script', async () => {
  const { code, byApp } = await withApp()
  for (const type of [
    (right: string) => `${right.slice(0, 3)} ${right.slice(3)}`,
    (right: string) => ` ${right} `,
    (right: string) => `${right.slice(0, 3)}-${right.slice(3)}`,
    fullWidth,
  ])
    expect(await byApp(type(code()))).toBe(200)
})

test('a recovery code may contain spaces, other dashes, capitals and full-width characters', async () => {
  const { recoveryCode, byRecoveryCode } = await withApp()
  for (const type of [
    (right: string) => ` ${right.replaceAll('-', ' ')} `,
    (right: string) => right.replaceAll('-', '–'),
    (right: string) => right.toUpperCase(),
    fullWidth,
  ])
    expect(await byRecoveryCode(type(recoveryCode()))).toBe(200)
})

test('malformed input does not count as an attempt and never locks the code', async () => {
  const { code, recoveryCode, byApp, byRecoveryCode } = await withApp()
  for (const wrong of ['', ' ', '12345', '1234567', 'abcdef', '½½½½½½', 'hello']) {
    expect(await byApp(wrong)).toBe(401)
    expect(await byRecoveryCode(wrong)).toBe(401)
  }
  expect(await byApp(code())).toBe(200)
  expect(await byRecoveryCode(recoveryCode())).toBe(200)
})
