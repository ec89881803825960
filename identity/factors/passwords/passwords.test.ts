import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore, type StoreUnderTest } from '@corroborate/server-kit/testing'
import { errorTypes } from '@corroborate/wire/errors'
import { readLanding } from '@corroborate/wire/landing'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emails } from '../../accounts/contacts/index.ts'
import { issueCode, issueToken } from '../../accounts/single-use/index.ts'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject, updateProject } from '../../projects/index.ts'
import { countMessages, identityUnderTest, readMailbox, tokenIn } from '../../testing/index.ts'
import { findPassword, setPassword } from './password-store.ts'

const create = '/passwords'
const authenticate = '/passwords/authenticate'
const strength = '/passwords/strength_check'
const resetStart = '/passwords/email/reset/start'
const resetByEmail = '/passwords/email/reset'
const resetByExisting = '/passwords/existing_password/reset'
const resetBySession = '/passwords/session/reset'

const ada = 'ada@example.org'
const password = 'lantern-gravel-opus-41'
const another = 'thimble orbit quartz 77'
const session_duration_minutes = 60

type Provider = Awaited<ReturnType<typeof identityUnderTest>>

const open = (settings: Record<string, string> = {}) => identityUnderTest({ LIMITS_SCALE: '1000', ...settings })

const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})

const signUp = async ({ sdk }: Provider, email = ada) => {
  const created = await sdk('POST', create, { email, password, session_duration_minutes })
  expect(created.status).toBe(200)
  return created.data as { user_id: string; session_token: string; email_id: string }
}

/** A user whose mailbox is proved, with the password. */
const settle = async (provider: Provider, email = ada) => {
  const { data } = await provider.sdk('POST', create, { email, password, session_duration_minutes })
  await provider.db.updateTable('user_emails').set({ verified: 1 }).where('email', '=', email).execute()
  return data as { user_id: string; session_token: string }
}

const logIn = ({ sdk }: Provider, email = ada, typed = password) =>
  sdk('POST', authenticate, { email, password: typed, session_duration_minutes })

const isAlive = async ({ sdk }: Provider, session: string) =>
  (await sdk('POST', '/sessions/authenticate', {}, { session })).status === 200

const factorsIn = (data: Record<string, unknown>) =>
  (data.session as { authentication_factors: { type: string }[] }).authentication_factors.map(({ type }) => type)

/** Everything a refusal must leave alone. */
const state = async ({ db }: Provider) => ({
  sessions: await db.selectFrom('sessions').selectAll().execute(),
  users: await db.selectFrom('users').selectAll().execute(),
  emails: await db.selectFrom('user_emails').selectAll().execute(),
  passwords: await db.selectFrom('password_hashes').selectAll().execute(),
  secrets: await db.selectFrom('single_use_secrets').selectAll().execute(),
  audit: (await db.selectFrom('audit_log').select('audit_id').execute()).length,
})

const pkcePair = (verifier = 'v'.repeat(64)) => ({
  code_verifier: verifier,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
})

const resetTokens = async (provider: Provider, email = ada, mails = 1) => {
  const [{ links }] = await readMailbox(provider, email, mails)
  const [reset, login] = links.map(link => readLanding(new URL(link).searchParams))
  expect(reset?.type).toBe('reset_password')
  expect(login?.type).toBe('login')
  return { reset: reset?.token ?? '', login: login?.token ?? '' }
}

const startReset = async (provider: Provider, options: object = {}) => {
  const answer = await provider.sdk('POST', resetStart, { email: ada, ...options })
  expect(answer.status).toBe(200)
  return resetTokens(provider)
}

describe('creating a password', () => {
  test('signs up, and the password logs in', async () => {
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

  test('of an address that has an account, with a password or without, is refused alike and changes nothing', async () => {
    const provider = await open()
    await signUp(provider)
    await provider.addUser('proved@example.org')
    const before = await state(provider)
    const answers = await Promise.all(
      [ada, 'proved@example.org'].map(email =>
        provider.sdk('POST', create, { email, password: another, session_duration_minutes }),
      ),
    )
    for (const answer of answers) expect(answer).toMatchObject(refusal('reset_password'))
    expect({ ...answers[0]?.json, request_id: '' }).toEqual({ ...answers[1]?.json, request_id: '' })
    expect(await state(provider)).toEqual(before)
  })

  test('of an address that somebody has only typed is a sign-up', async () => {
    const provider = await open()
    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
    await signUp(provider)
    expect((await state(provider)).users).toHaveLength(1)
  })

  test('tells nothing where the project hides who has an account', async () => {
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
  ] as const)('%j is %s', async (weak, type) => {
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

describe('logging in', () => {
  test('takes the whole password, as it is, in either form of unicode', async () => {
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

  test('refuses a stranger, a user without a password and a wrong password in the same words', async () => {
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

  test('joins the session of the same user and ends that of another', async () => {
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

  test('tells who knows the password, and nobody else, that it must be reset', async () => {
    const provider = await open()
    await signUp(provider)
    await provider.db.updateTable('password_hashes').set({ requires_reset: 1 }).execute()
    expect(await logIn(provider, ada, another)).toMatchObject(refusal('unauthorized_credentials'))
    expect(await logIn(provider)).toMatchObject(refusal('reset_password'))
  })

  test('tries at one account are limited, whether it exists or not, and a right password gives them back', async () => {
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

  test('a hash from elsewhere logs in once and is ours afterwards', async () => {
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

  test('takes as long for an address nobody has as for one whose hash is dear', async () => {
    const provider = await open()
    const dear = pbkdf2Sync(password, 'salt', 300_000, 64, 'sha512').toString('base64').replaceAll('=', '')
    const owner = await provider.project()
    for (const name of ['ada', 'bob', 'cy']) {
      const { userId } = await provider.addUser(`${name}@example.org`)
      await provider.db
        .transaction()
        .execute(tx =>
          setPassword(
            tx,
            owner,
            userId,
            { scheme: 'pbkdf2', hash: `$pbkdf2-sha512$i=300000$c2FsdA$${dear}` },
            Date.now(),
          ),
        )
    }
    await provider.addUser('passwordless@example.org')
    for (const nobody of ['nobody@example.org', 'somebody@example.org', 'passwordless@example.org']) {
      const started = performance.now()
      // Also with a password that is right for another account.
      expect(await logIn(provider, nobody)).toMatchObject(refusal('unauthorized_credentials'))
      // So many rounds take any machine longer; our own hashes take a fifth of it.
      expect(performance.now() - started).toBeGreaterThan(100)
    }
  })

  test('knows users of its own project only', async () => {
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

/** A file of passwords known from a leak, as the operator may name one. */
const leakOf = (...passwords: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'leak-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const hashes = passwords.map(leaked => createHash('sha1').update(leaked).digest('hex').toUpperCase())
  writeFileSync(
    join(folder, 'leak'),
    hashes
      .toSorted()
      .map(hash => `${hash}:1\n`)
      .join(''),
  )
  return join(folder, 'leak')
}

/** A user with a password that could not be chosen today. */
const settleWith = async (provider: Provider, old: string, email = ada) => {
  const { userId } = await provider.addUser(email)
  const salt = Buffer.from('saltsaltsaltsalt')
  const [saltText, keyText] = [salt, scryptSync(old, salt, 32, { N: 1024 })].map(bytes =>
    bytes.toString('base64').replaceAll('=', ''),
  )
  const project = await provider.project()
  await provider.db
    .transaction()
    .execute(tx =>
      setPassword(
        tx,
        project,
        userId,
        { scheme: 'scrypt', hash: `$scrypt$ln=10,r=8,p=1$${saltText}$${keyText}` },
        Date.now(),
      ),
    )
  return userId
}

describe('a password of an account that is known from a breach', () => {
  const passwords = {
    policy: 'zxcvbn',
    ludsComplexity: 3,
    ludsMinimumCount: 12,
    breachDetection: true,
    breachDetectionAtLogIn: true,
  } as const

  test.each([
    ['a common one', 'Iloveyou123', []],
    ['a weak one of the operator’s file', 'mno', ['mno', 'another leak']],
    ['a strong one of the operator’s file', password, [password, 'another leak']],
  ])('%s no longer logs in, and is told to those alone who know it', async (_, known, leaked) => {
    const file = leakOf(...leaked, 'one more')
    const provider = await open({ BREACHED_PASSWORDS_FILE: file })
    const userId = await settleWith(provider, known)
    const before = await state(provider)
    for (const [email, typed] of [
      [ada, `${known}x`],
      [ada, 'password1'],
      ['stranger@example.org', known],
    ]) {
      expect(await logIn(provider, email, typed)).toMatchObject(refusal('unauthorized_credentials'))
    }
    expect(await state(provider)).toEqual(before)

    const refused = await logIn(provider, ada, known)
    expect(refused).toMatchObject(refusal('reset_password'))
    expect(refused.json.error_message).toContain('public list')
    const change = { email: ada, existing_password: known, new_password: another, session_duration_minutes }
    expect(await provider.sdk('POST', resetByExisting, change)).toMatchObject(refusal('reset_password'))
    expect(await state(provider)).toEqual({ ...before, audit: before.audit + 2 })
    const [entry] = await readAudit(provider.db, {
      projectId: (await provider.project()).id,
      action: 'password.refused',
      limit: 1,
    })
    expect(entry).toMatchObject({ user_id: userId, actor: 'anonymous', details: { reason: 'breached_password' } })
    expect(JSON.stringify(entry)).not.toContain(known)

    const graded = await provider.sdk('POST', strength, { password: known, email: ada })
    expect(graded.data).toMatchObject({ breached_password: true, valid_password: false })
    await provider.configure({ passwords: { ...passwords, policy: 'luds' } })
    const byKinds = await provider.sdk('POST', strength, { password: known, email: ada })
    expect(byKinds.data).toMatchObject({ breached_password: true, valid_password: false, strength_policy: 'luds' })
  })

  test('gives way to one that is set by mail', async () => {
    const provider = await open()
    await settleWith(provider, 'password1')
    const { reset } = await startReset(provider)
    const done = await provider.sdk('POST', resetByEmail, { token: reset, password, session_duration_minutes })
    expect(done.status).toBe(200)
    expect((await logIn(provider)).status).toBe(200)
  })

  test('logs in where the project does not look, at log-in or at all', async () => {
    const provider = await open()
    await settleWith(provider, 'password1')
    for (const off of [{ breachDetectionAtLogIn: false }, { breachDetection: false }]) {
      await provider.configure({ passwords: { ...passwords, ...off } })
      expect((await logIn(provider, ada, 'password1')).status).toBe(200)
    }
  })

  test('is looked up here only: nobody outside keeps a log-in waiting', async () => {
    let asked = 0
    const service = createServer((_, response) => {
      asked++
      response.end()
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => service.once('listening', resolve))
    onTestFinished(() => void service.close())
    const { port } = service.address() as AddressInfo
    const provider = await open({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}/range` })
    await signUp(provider)
    expect(asked).toBe(1)
    expect((await logIn(provider)).status).toBe(200)
    expect(asked).toBe(1)
  })
})

describe('a password set before the mailbox was proved', () => {
  test('is gone with its session once the owner of the mailbox comes', async () => {
    const provider = await open()
    const intruder = await signUp(provider)
    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const owner = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
    expect(owner.data.user).toMatchObject({ password: null, emails: [{ email: ada, verified: true }] })
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect(await isAlive(provider, intruder.session_token)).toBe(false)
  })

  test('also when the owner resets it', async () => {
    const provider = await open()
    const intruder = await signUp(provider)
    const { reset } = await startReset(provider)
    await provider.sdk('POST', resetByEmail, { token: reset, password: another, session_duration_minutes })
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect((await logIn(provider, ada, another)).status).toBe(200)
    expect(await isAlive(provider, intruder.session_token)).toBe(false)
  })
})

describe('grading a password', () => {
  test('says what the meter needs, and stores nothing', async () => {
    const provider = await open()
    const before = await state(provider)
    const good = await provider.sdk('POST', strength, { password, email: ada })
    expect(good.data).toMatchObject({
      valid_password: true,
      score: 4,
      breached_password: false,
      strength_policy: 'zxcvbn',
      breach_detection_on_create: true,
      feedback: { warning: '', suggestions: [] },
    })
    const bad = await provider.sdk('POST', strength, { password: 'qwertyuiop' })
    expect(bad.data).toMatchObject({ valid_password: false, breached_password: true })
    expect((bad.data as { score: number }).score).toBeLessThan(3)
    expect((await provider.sdk('POST', strength, { password, email: 'no address' })).json.error_type).toBe(
      'invalid_email',
    )
    expect(await state(provider)).toEqual(before)
  })

  test('never says whose password it is', async () => {
    const provider = await open()
    await signUp(provider)
    const [theirs, nobodys] = await Promise.all(
      [ada, 'ida@example.org'].map(email => provider.sdk('POST', strength, { password, email })),
    )
    expect({ ...theirs?.data, request_id: '' }).toEqual({ ...nobodys?.data, request_id: '' })
  })

  test('is limited for one sender, whomever it asks about', async () => {
    const provider = await identityUnderTest({ LIMITS_SCALE: String(5 / 240) })
    const statuses = []
    for (let n = 0; n < 7; n++) {
      statuses.push((await provider.sdk('POST', strength, { password, email: `person-${n}@example.org` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('by the LUDS policy of a project', async () => {
    const provider = await open()
    await provider.configure({
      passwords: {
        policy: 'luds',
        ludsComplexity: 3,
        ludsMinimumCount: 12,
        breachDetection: true,
        breachDetectionAtLogIn: true,
      },
    })
    const answer = await provider.sdk('POST', strength, { password: 'lanternopus' })
    expect(answer.data).toMatchObject({
      valid_password: false,
      strength_policy: 'luds',
      feedback: {
        luds_requirements: {
          has_lower_case: true,
          has_upper_case: false,
          has_digit: false,
          has_symbol: false,
          missing_characters: 1,
          missing_complexity: 2,
        },
      },
    })
    expect((await provider.sdk('POST', strength, { password: 'Lanternopus4' })).data.valid_password).toBe(true)
    expect((await provider.sdk('POST', create, { email: ada, password, session_duration_minutes })).status).toBe(200)
  })
})

describe('resetting by mail', () => {
  test('sets the password, ends other sessions, proves the mailbox and tells the owner', async () => {
    const provider = await open()
    const { user_id, session_token } = await settle(provider)
    const { reset } = await startReset(provider)
    const done = await provider.sdk('POST', resetByEmail, { token: reset, password: another, session_duration_minutes })
    expect(done).toMatchObject({ status: 200, data: { user_id, user: { emails: [{ email: ada, verified: true }] } } })
    expect(factorsIn(done.data)).toEqual(['password'])
    expect(await isAlive(provider, session_token)).toBe(false)
    expect(await isAlive(provider, String(done.data.session_token))).toBe(true)
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect((await logIn(provider, ada, another)).status).toBe(200)
    const [notice] = await readMailbox(provider, ada, 2)
    expect(notice.subject).toContain('Your password was changed')
  })

  test('keeps the session it is done in', async () => {
    const provider = await open()
    const { session_token } = await settle(provider)
    const { reset } = await startReset(provider)
    const done = await provider.sdk(
      'POST',
      resetByEmail,
      { token: reset, password: another, session_duration_minutes },
      { session: session_token },
    )
    expect(await isAlive(provider, String(done.data.session_token))).toBe(true)
    expect(await isAlive(provider, session_token)).toBe(false)
  })

  test('an address nobody has: the same answer, no mail', async () => {
    const provider = await open()
    await settle(provider)
    const known = await provider.sdk('POST', resetStart, { email: ada })
    await resetTokens(provider)
    const unknown = await provider.sdk('POST', resetStart, { email: 'stranger@example.org' })
    const form = (text: unknown) => String(text).replaceAll(/[\w-]/g, 'x')
    const withoutId = ({ json, data }: typeof known) => ({
      ...json,
      data: { ...data, request_id: '', link_id: form(data.link_id) },
    })
    expect(withoutId(unknown)).toEqual(withoutId(known))
    expect(await countMessages(provider)).toBe(1)
    expect((await state(provider)).users).toHaveLength(1)
  })

  test('a token works once, and neither after a newer one nor after its sibling', async () => {
    const provider = await open()
    await settle(provider)
    const older = await startReset(provider)
    await provider.sdk('POST', resetStart, { email: ada })
    const newer = await resetTokens(provider, ada, 2)
    const redeem = (token: string) =>
      provider.sdk('POST', resetByEmail, { token, password: another, session_duration_minutes })
    const before = await state(provider)
    expect(await redeem(older.reset)).toMatchObject(refusal('unable_to_auth_password_reset_token'))
    expect(await redeem(newer.login)).toMatchObject(refusal('unable_to_auth_password_reset_token'))
    expect(await redeem('x'.repeat(43))).toMatchObject(refusal('unable_to_auth_password_reset_token'))
    expect(await state(provider)).toEqual(before)
    expect((await redeem(newer.reset)).status).toBe(200)
    expect(await redeem(newer.reset)).toMatchObject(refusal('unable_to_auth_password_reset_token'))
    const link = { token: newer.login, session_duration_minutes }
    expect(await provider.sdk('POST', '/magic_links/authenticate', link)).toMatchObject(
      refusal('unable_to_auth_magic_link'),
    )
  })

  test.each(['reset', 'login'] as const)(
    '8: its %s token logs in without a password, once, and takes the other one with it',
    async kind => {
      const provider = await open()
      await settle(provider)
      const tokens = await startReset(provider)
      const openLink = (token: string) =>
        provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
      expect(factorsIn((await openLink(tokens[kind])).data)).toEqual(['magic_link'])
      expect(await openLink(tokens.reset)).toMatchObject(refusal('unable_to_auth_magic_link'))
      expect(await openLink(tokens.login)).toMatchObject(refusal('unable_to_auth_magic_link'))
      const after = { token: tokens.reset, password: another, session_duration_minutes }
      expect((await provider.sdk('POST', resetByEmail, after)).status).toBe(401)
    },
  )

  test.each([
    [5, 5],
    [10_080, 30],
  ])('8.10: asked to live %d minutes it is over after %d', async (asked, minutes) => {
    const provider = await open()
    await settle(provider)
    const { reset } = await startReset(provider, { reset_password_expiration_minutes: asked })
    provider.clock.now += minutes * 60_000 + 1_000
    const body = { token: reset, password: another, session_duration_minutes }
    expect(await provider.sdk('POST', resetByEmail, body)).toMatchObject(refusal('unable_to_auth_password_reset_token'))
  })

  test('a weak password and a wrong verifier do not spend the token', async () => {
    const provider = await open()
    await settle(provider)
    const { code_challenge, code_verifier } = pkcePair()
    const { reset } = await startReset(provider, { code_challenge })
    const redeem = (body: object) =>
      provider.sdk('POST', resetByEmail, { token: reset, password: another, session_duration_minutes, ...body })
    const before = await state(provider)
    expect(await redeem({})).toMatchObject(refusal('pkce_expected_code_verifier'))
    expect(await redeem({ code_verifier: 'wrong' })).toMatchObject(refusal('pkce_mismatch'))
    expect(await redeem({ code_verifier, password: 'ada12345' })).toMatchObject({ status: 400 })
    expect(await redeem({ code_verifier, session_duration_minutes: 1 })).toMatchObject({ status: 400 })
    expect(await state(provider)).toEqual(before)
    expect((await redeem({ code_verifier })).status).toBe(200)
  })

  test('goes only where the project allows, and only with a challenge where it wants one', async () => {
    const provider = await open()
    await settle(provider)
    const refusedWith = async (body: object, type: keyof typeof errorTypes) =>
      expect(await provider.sdk('POST', resetStart, { email: ada, ...body })).toMatchObject(refusal(type))
    await refusedWith({ reset_password_redirect_url: 'https://evil.example' }, 'invalid_password_reset_redirect_url')
    await refusedWith({ login_redirect_url: 'https://evil.example' }, 'no_match_for_provided_magic_link_url')
    await provider.configure({ pkce: { magicLinks: false, passwordResets: true, oauth: false } })
    await refusedWith({}, 'invalid_pkce_code_challenge')
    expect(await countMessages(provider)).toBe(0)
  })

  test('does not lift an account above its factors', async () => {
    const provider = await open()
    const { user_id } = await settle(provider)
    await enrol(provider, user_id)
    const { reset } = await startReset(provider)
    const done = await provider.sdk('POST', resetByEmail, { token: reset, password: another, session_duration_minutes })
    expect(done.data.user).toMatchObject({ totps: [{ verified: true }] })
    expect(factorsIn(done.data)).toEqual(['password'])
    const session = String(done.data.session_token)
    expect(await provider.sdk('POST', '/totps/recovery_codes', undefined, { session })).toMatchObject(
      refusal('insufficient_factors'),
    )
  })
})

/** An authenticator app on an account, past the ceremony. */
const enrol = async ({ db, project }: Provider, userId: string) => {
  const { id } = await project()
  const row = { project_id: id, totp_id: 'totp-test-1', user_id: userId, secret: 'JBSWY3DPEHPK3PXP', verified: 1 }
  await db
    .insertInto('totps')
    .values({ ...row, last_step: 0, expires_at: 0, created_at: 0 })
    .execute()
}

describe('resetting with the existing password', () => {
  const body = { email: ada, existing_password: password, new_password: another, session_duration_minutes }

  test('changes it, ends other sessions and tells the owner', async () => {
    const provider = await open()
    const { session_token } = await settle(provider)
    const done = await provider.sdk('POST', resetByExisting, body)
    expect(done.status).toBe(200)
    expect(await isAlive(provider, session_token)).toBe(false)
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect((await logIn(provider, ada, another)).status).toBe(200)
    expect((await readMailbox(provider, ada))[0].subject).toContain('Your password was changed')
  })

  test('a wrong one is refused and counts as a try to log in', async () => {
    const provider = await identityUnderTest()
    await settle(provider)
    const wrong = { ...body, existing_password: 'nothing like the password' }
    for (let n = 0; n < 20; n++) {
      expect(await provider.sdk('POST', resetByExisting, wrong)).toMatchObject(refusal('unauthorized_credentials'))
    }
    expect(await logIn(provider)).toMatchObject(refusal('too_many_requests'))
  })

  test('a weak new one changes nothing', async () => {
    const provider = await open()
    await settle(provider)
    const before = await state(provider)
    expect((await provider.sdk('POST', resetByExisting, { ...body, new_password: 'ada12345' })).status).toBe(400)
    expect(await state(provider)).toEqual(before)
  })

  test('with an authenticator app, needs it as well', async () => {
    const provider = await open()
    const { user_id } = await settle(provider)
    await enrol(provider, user_id)
    expect(await provider.sdk('POST', resetByExisting, body)).toMatchObject(refusal('insufficient_factors'))
    const both = await provider.signIn(user_id, {
      type: 'totp',
      delivery_method: 'authenticator_app',
      authenticator_app_factor: { totp_id: 'totp-test-1' },
    })
    const done = await provider.sdk('POST', resetByExisting, body, { session: both.session_token })
    expect(done.status).toBe(200)
  })
})

describe('resetting in a session', () => {
  test('with a recent factor: the session stays, others end', async () => {
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

  test('sets the first password of a user without one', async () => {
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

  test('an old session is refused, and setting a password does not make it new', async () => {
    const provider = await open()
    const { session_token: session } = await settle(provider)
    provider.clock.now += 4 * 60_000
    expect((await provider.sdk('POST', resetBySession, { password: another }, { session })).status).toBe(200)
    provider.clock.now += 2 * 60_000
    const before = await state(provider)
    expect(await provider.sdk('POST', resetBySession, { password }, { session })).toMatchObject(
      refusal('session_too_old_to_reset_password'),
    )
    expect(await state(provider)).toEqual(before)
  })

  test('without the second factor of the account, or a session, it is refused', async () => {
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

describe('8.10: another password voids what was sent before it', () => {
  const wrong = 'a password that was never theirs'
  const changes = {
    'by mail': async (provider: Provider) => {
      const { reset } = await startReset(provider)
      return provider.sdk('POST', resetByEmail, { token: reset, password: another, session_duration_minutes })
    },
    'with the existing one': ({ sdk }: Provider) =>
      sdk('POST', resetByExisting, {
        ...{ email: ada, existing_password: password, new_password: another },
        session_duration_minutes,
      }),
    'in a session': async (provider: Provider) => {
      const { data } = await logIn(provider)
      const session = String(data.session_token)
      return provider.sdk('POST', resetBySession, { password: another }, { session })
    },
  }

  /** A link and a code to log in, both links of a reset mail, and a recovery code. */
  const sendEverything = async (provider: Provider) => {
    const { user_id: userId } = await settle(provider)
    const { id: projectId } = await provider.project()
    const [{ id: subject = '' } = {}] = await emails.list(provider.db, projectId, userId)
    const secret = { projectId, userId, subject, expiresAt: provider.clock.now + 60_000 }
    return provider.db.transaction().execute(async tx => {
      const kinds = ['magic_link', 'reset_login', 'password_reset'] as const
      const tokens = await Promise.all(
        kinds.map(kind => issueToken(tx, { ...secret, kind, payload: {} }, provider.clock.now)),
      )
      const payload = { channel: 'email', address: ada, attach: null }
      const code = await issueCode(tx, { ...secret, kind: 'passcode', payload }, provider.clock.now)
      const recovery = { ...secret, kind: 'recovery_code', subject: 'totp-test-1' } as const
      await issueCode(tx, recovery, provider.clock.now, 'kept-at-home')
      return { tokens, code, subject }
    })
  }

  test('but not what its owner was sent to an address that nobody has proved: a stranger could keep them out', async () => {
    const provider = await open()
    const { session_token: session } = await signUp(provider)
    const [{ email_id: subject, user_id: userId }] = (await provider.db
      .selectFrom('user_emails')
      .select(['email_id', 'user_id'])
      .where('email', '=', ada)
      .execute()) as [{ email_id: string; user_id: string }]
    const { id: projectId } = await provider.project()
    const token = await provider.db
      .transaction()
      .execute(tx =>
        issueToken(
          tx,
          { projectId, userId, subject, kind: 'magic_link', payload: {}, expiresAt: provider.clock.now + 60_000 },
          provider.clock.now,
        ),
      )
    const change = await provider.sdk('POST', resetBySession, { password: another }, { session })
    expect(change.status).toBe(200)
    const spent = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
    expect(spent.status).toBe(200)
    expect(await isAlive(provider, session)).toBe(false)
    expect(await logIn(provider, ada, another)).toMatchObject(refusal('unauthorized_credentials'))
  })

  test.each(Object.keys(changes) as (keyof typeof changes)[])('%s', async how => {
    const provider = await open()
    const { tokens, code, subject } = await sendEverything(provider)
    // What is refused voids nothing.
    const refused = { email: ada, existing_password: wrong, new_password: another, session_duration_minutes }
    expect((await provider.sdk('POST', resetByExisting, refused)).status).toBe(401)
    const unused = async () =>
      (await state(provider)).secrets.filter(({ used_at }) => used_at === null).map(({ kind }) => kind)
    expect(await unused()).toHaveLength(5)

    expect((await changes[how](provider)).status).toBe(200)
    for (const token of tokens) {
      const opened = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
      expect(opened).toMatchObject(refusal('unable_to_auth_magic_link'))
      const reset = { token, password, session_duration_minutes }
      expect(await provider.sdk('POST', resetByEmail, reset)).toMatchObject(
        refusal('unable_to_auth_password_reset_token'),
      )
    }
    const entered = { token: code, method_id: subject, session_duration_minutes }
    expect(await provider.sdk('POST', '/otps/authenticate', entered)).toMatchObject(refusal('otp_code_not_found'))
    expect(await unused()).toEqual(['recovery_code'])
  })
})

describeStore<Tables>('passwords', migrations, (openStore, store: StoreUnderTest) => {
  const onEngine = async () => {
    const db: Kysely<Tables> = await openStore()
    const { url } = store.placeOf(db)
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }

  test('twenty redemptions of a reset token at once: one success, one session', async () => {
    const provider = await onEngine()
    // By rule and not by zxcvbn: twenty grades one after the other may take longer than a busy provider waits for them.
    await provider.configure({ passwords: { ...(await provider.project()).passwords, policy: 'luds' } })
    const { user_id } = await settle(provider)
    const { reset } = await startReset(provider)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        provider.sdk('POST', resetByEmail, { token: reset, password: `${another} ${n}`, session_duration_minutes }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // A provider that is too busy to grade a password says so.
    expect(answers.filter(({ status }) => status === 401 || status === 503)).toHaveLength(19)
    const live = (await state(provider)).sessions.filter(({ revoked_at }) => revoked_at === null)
    expect(live).toMatchObject([{ user_id }])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(provider, ada, `${another} ${winner}`)).status).toBe(200)
  })

  test('twenty sign-ups for one address at once: one account, one session', async () => {
    const provider = await onEngine()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        provider.sdk('POST', create, { email: ada, password, session_duration_minutes }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { users, sessions, passwords } = await state(provider)
    expect([users.length, sessions.length, passwords.length]).toEqual([1, 1, 1])
  })

  test('log-ins under way while the password is reset end in no session', async () => {
    const provider = await onEngine()
    await settle(provider)
    const { reset } = await startReset(provider)
    const body = { token: reset, password: another, session_duration_minutes }
    await Promise.all([
      ...Array.from({ length: 8 }, () => logIn(provider)),
      provider.sdk('POST', resetByEmail, body),
      ...Array.from({ length: 8 }, () => logIn(provider)),
    ])
    const live = (await state(provider)).sessions.filter(({ revoked_at }) => revoked_at === null)
    expect(live).toHaveLength(1)
  })
})
