import { describe, expect, test } from 'vitest'
import { updateProject } from '../../projects/index.ts'
import {
  ada,
  another,
  create,
  factorsIn,
  logIn,
  open,
  password,
  refusal,
  resetByEmail,
  resetStart,
  resetTokens,
  session_duration_minutes,
  settleWith,
  signUp,
  state,
} from './testing/index.ts'

describe('password creation', () => {
  test('creating a password signs up, and the password signs in', async () => {
    const provider = await open()
    const created = await provider.sdk('POST', create, { email: 'Ada@Example.org', password, session_duration_minutes })
    expect(created).toMatchObject({
      status: 200,
      data: {
        email_id: expect.stringMatching(/^email-test-/),
        user: {
          status: 'active',
          emails: [{ email: ada, verified: false }],
          password: { password_id: expect.stringMatching(/^password-test-/), requires_reset: false },
        },
      },
    })
    expect(factorsIn(created.data)).toEqual(['password'])
    const { data } = await logIn(provider)
    expect(data.user_id).toBe(created.data.user_id)
    const [stored] = (await state(provider)).passwords
    expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('creating a password for an existing account is rejected uniformly and changes nothing', async () => {
    const provider = await open()
    await signUp(provider)
    await provider.addUser('proved@example.org')
    // This user was imported with a password, and has not signed in yet.
    await settleWith(provider, password, 'imported@example.org')
    await provider.db.updateTable('user_emails').set({ verified: 0 }).where('email', 'like', 'imported%').execute()
    // This user signed in in another way, with an address that is not proved.
    await provider.signIn((await provider.addUser('added@example.org', { verified: false })).userId)
    const before = await state(provider)
    const answers = await Promise.all(
      [ada, 'proved@example.org', 'imported@example.org', 'added@example.org'].map(email =>
        provider.sdk('POST', create, { email, password: another, session_duration_minutes }),
      ),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject(refusal('reset_password'))
      expect({ ...answer.json, request_id: '' }).toEqual({ ...answers[0]?.json, request_id: '' })
    }
    expect(await state(provider)).toEqual(before)
  })

  test('creating a password for an unverified address is a sign-up', async () => {
    const provider = await open()
    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
    await signUp(provider)
    expect((await state(provider)).users).toHaveLength(1)
  })

  test('close to the sign-up limit of an IP address, a captcha is required if the project enables it', async () => {
    // The limit is four an hour.
    const provider = await open({ LIMITS_SCALE: String(4 / 60) })
    await provider.configure({ adaptiveCaptcha: true })
    const register = (n: number) =>
      provider.sdk('POST', create, { email: `person${n}@example.org`, password, session_duration_minutes })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await register(n)).status)
    expect(statuses).toEqual([200, 200, 403])
  })

  test('sign-ups over the limit of an IP address are rejected for most of an hour', async () => {
    const provider = await open({ LIMITS_SCALE: String(1 / 60) })
    await signUp(provider)
    const limited = await provider.sdk('POST', create, { email: 'bob@example.org', password, session_duration_minutes })
    expect(limited).toMatchObject(refusal('too_many_requests'))
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(30 * 60)
  })

  test('creating a password reveals nothing if the project hides accounts', async () => {
    const provider = await open()
    await provider.addUser(ada)
    await provider.configure({ enumerationProtection: true })
    const answers = []
    for (const email of [ada, 'new@example.org']) {
      answers.push(await provider.sdk('POST', create, { email, password, session_duration_minutes }))
      await provider.sdk('POST', resetStart, { email })
      const { reset } = await resetTokens(provider, email)
      const done = await provider.sdk('POST', resetByEmail, { token: reset, password, session_duration_minutes })
      expect(done.status).toBe(200)
    }
    for (const answer of answers) expect(answer).toMatchObject(refusal('reset_password'))
    expect({ ...answers[0]?.json, request_id: '' }).toEqual({ ...answers[1]?.json, request_id: '' })
  })

  test.each([
    ['password1', 'breached_password'],
    ['Iloveyou123', 'breached_password'],
    ['ada.lovelace99', 'weak_password'],
    ['AdaLovelace!!', 'weak_password'],
    ['corroborate2026', 'weak_password'],
    ['Corroborate!!', 'weak_password'],
    ['', 'weak_password'],
    ['xK9#mQ2', 'weak_password'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'weak_password'],
    ['x'.repeat(256), 'weak_password'],
  ] as const)('the new password %j is rejected as %s', async (weak, type) => {
    const provider = await open()
    await updateProject(provider.db, provider.publicToken, () => ({ name: 'Corroborate', config: {} }), Date.now())
    const before = await state(provider)
    const email = 'ada.lovelace@example.org'
    expect(await provider.sdk('POST', create, { email, password: weak, session_duration_minutes })).toMatchObject(
      refusal(type),
    )
    expect(await state(provider)).toEqual(before)
  })
})
