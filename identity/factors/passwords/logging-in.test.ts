import crypto, { scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProject } from '../../projects/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { findPassword, setPassword } from './store.ts'
import {
  ada,
  another,
  authenticate,
  create,
  isAlive,
  logIn,
  open,
  password,
  refusal,
  session_duration_minutes,
  settleWith,
  signUp,
  state,
} from './testing/index.ts'

describe('signing in with a password', () => {
  test('the whole password is compared, in either Unicode normalization', async () => {
    const provider = await open()
    const long = `${'lantern gravel opus '.repeat(5)}Ｆé`
    await provider.sdk('POST', create, { email: ada, password: long, session_duration_minutes })
    for (const wrong of [`${long.slice(0, -1)}e`, `${long} `, ` ${long}`, long.toUpperCase(), long.slice(0, 72)]) {
      expect(await logIn(provider, ada, wrong)).toMatchObject(refusal('unauthorized_credentials'))
    }
    for (const same of [long.normalize('NFD'), long.normalize('NFKC'), long]) {
      expect((await logIn(provider, ada, same)).status).toBe(200)
    }
  })

  test('an unknown address, a user without a password and a wrong password return the same error', async () => {
    const provider = await open()
    await signUp(provider)
    await provider.addUser('passwordless@example.org')
    const before = await state(provider)
    const answers = await Promise.all(
      [ada, 'passwordless@example.org', 'stranger@example.org'].map(email => logIn(provider, email, another)),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject(refusal('unauthorized_credentials'))
      expect({ ...answer.json, request_id: '' }).toEqual({ ...answers[0]?.json, request_id: '' })
    }
    expect(await state(provider)).toEqual(before)
  })

  test('signing in extends the user’s own session and ends another user’s', async () => {
    const provider = await open()
    const { user_id } = await signUp(provider)
    const own = await provider.signIn(user_id, { type: 'password', delivery_method: 'knowledge' })
    const body = { email: ada, password, session_duration_minutes }
    const joined = await provider.sdk('POST', authenticate, body, { session: own.session_token })
    expect(joined.data.session).toMatchObject({ session_id: own.session.session_id })
    expect(joined.data.session_token).not.toBe(own.session_token)

    const other = await provider.signIn((await provider.addUser('bob@example.org')).userId)
    await provider.sdk('POST', authenticate, body, { session: other.session_token })
    expect(await isAlive(provider, other.session_token)).toBe(false)
  })

  test('only someone who knows the password learns that it must be reset', async () => {
    const provider = await open()
    const { user_id } = await signUp(provider)
    await provider.db.updateTable('password_hashes').set({ requires_reset: 1 }).execute()
    expect(await logIn(provider, ada, another)).toMatchObject(refusal('unauthorized_credentials'))
    expect(await logIn(provider)).toMatchObject(refusal('reset_password'))
    expect((await provider.signIn(user_id)).user.password).toMatchObject({ requires_reset: true })
  })

  test('attempts are limited per account, existing or not, and reset by the right password', async () => {
    const provider = await identityUnderTest()
    await signUp(provider)
    for (const email of [ada, 'stranger@example.org']) {
      const answers = []
      for (let n = 0; n < 21; n++) answers.push((await logIn(provider, email, another)).status)
      expect(answers).toEqual([...new Array(20).fill(401), 429])
    }
    const limited = await logIn(provider)
    expect(limited).toMatchObject(refusal('too_many_requests'))
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('close to the attempt limit of an account, a captcha is required if the project enables it', async () => {
    // The limit is four in a quarter of an hour.
    const provider = await open({ LIMITS_SCALE: String(4 / 20) })
    await provider.configure({ adaptiveCaptcha: true })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await logIn(provider, ada, another)).status)
    expect(statuses).toEqual([401, 401, 403])
  })

  test('a foreign hash is replaced by our own at sign-in', async () => {
    const provider = await open()
    const project = await provider.project()
    const userId = await settleWith(provider, password)
    const before = await findPassword(provider.db, project.id, userId)
    expect((await logIn(provider, ada, another)).status).toBe(401)
    expect(await findPassword(provider.db, project.id, userId)).toEqual(before)
    expect((await logIn(provider)).status).toBe(200)
    expect(await findPassword(provider.db, project.id, userId)).toMatchObject({
      scheme: 'argon2',
      hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,/),
    })
    expect((await logIn(provider)).status).toBe(200)
  })

  test('sign-in attempts cost the same for addresses with and without an account', async () => {
    const provider = await open()
    const salt = Buffer.from('salt of all three')
    const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const hash = `$scrypt$ln=4,r=8,p=1$${bare(salt)}$${bare(scryptSync(password, salt, 32, { N: 16 }))}`
    const owner = await provider.project()
    for (const name of ['ada', 'bob', 'cy']) {
      const { userId } = await provider.addUser(`${name}@example.org`)
      await provider.db
        .transaction()
        .execute(tx => setPassword(tx, owner, userId, { scheme: 'scrypt', hash }, Date.now()))
    }
    await provider.addUser('passwordless@example.org')
    const derived = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    onTestFinished(() => {
      derived.mockRestore()
      syncBuiltinESMExports()
    })
    for (const nobody of ['nobody@example.org', 'somebody@example.org', 'passwordless@example.org']) {
      derived.mockClear()
      // The password is right for other accounts.
      expect(await logIn(provider, nobody)).toMatchObject(refusal('unauthorized_credentials'))
      expect(derived.mock.calls).toMatchObject([[password, salt, 32, { N: 16, r: 8, p: 1 }, expect.any(Function)]])
    }
  })

  test('sign-in finds users of its own project only', async () => {
    const provider = await open()
    await signUp(provider)
    const other = await createProject(provider.db, { name: 'Other' }, Date.now())
    const answer = await provider.sdkOf(other.publicToken)('POST', authenticate, {
      email: ada,
      password,
      session_duration_minutes,
    })
    expect(answer).toMatchObject(refusal('unauthorized_credentials'))
  })
})
