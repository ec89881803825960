import { createHash, scryptSync } from 'node:crypto'
import { errorTypes } from '@corroborate/wire/errors'
import { readLanding } from '@corroborate/wire/landing'
import { expect } from 'vitest'
import { identityUnderTest, readMailbox } from '../../../testing/index.ts'
import { setPassword } from '../store.ts'

export const create = '/passwords'
export const authenticate = '/passwords/authenticate'
export const strength = '/passwords/strength_check'
export const resetStart = '/passwords/email/reset/start'
export const resetByEmail = '/passwords/email/reset'
export const resetByExisting = '/passwords/existing_password/reset'
export const resetBySession = '/passwords/session/reset'

export const ada = 'ada@example.org'
export const password = 'lantern-gravel-opus-41'
export const another = 'thimble orbit quartz 77'
export const session_duration_minutes = 60

/** Password policy of most tests. */
export const passwordRules = {
  policy: 'zxcvbn',
  ludsComplexity: 3,
  ludsMinimumCount: 12,
  breachDetection: true,
  breachDetectionAtLogIn: true,
} as const

export type Provider = Awaited<ReturnType<typeof identityUnderTest>>

export const open = (settings: Record<string, string> = {}) => identityUnderTest({ LIMITS_SCALE: '1000', ...settings })

export const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})

export const signUp = async ({ sdk }: Provider, email = ada) => {
  const created = await sdk('POST', create, { email, password, session_duration_minutes })
  expect(created.status).toBe(200)
  return created.data as { user_id: string; session_token: string; email_id: string }
}

/** Creates a user with a verified mailbox and the password. */
export const settle = async (provider: Provider, email = ada) => {
  const { data } = await provider.sdk('POST', create, { email, password, session_duration_minutes })
  await provider.db.updateTable('user_emails').set({ verified: 1 }).where('email', '=', email).execute()
  return data as { user_id: string; session_token: string }
}

export const logIn = ({ sdk }: Provider, email = ada, typed = password) =>
  sdk('POST', authenticate, { email, password: typed, session_duration_minutes })

export const isAlive = async ({ sdk }: Provider, session: string) =>
  (await sdk('POST', '/sessions/authenticate', {}, { session })).status === 200

export const factorsIn = (data: Record<string, unknown>) =>
  (data.session as { authentication_factors: { type: string }[] }).authentication_factors.map(({ type }) => type)

/** Everything that a refusal must not change. */
export const state = async ({ db }: Provider) => ({
  sessions: await db.selectFrom('sessions').selectAll().execute(),
  users: await db.selectFrom('users').selectAll().execute(),
  emails: await db.selectFrom('user_emails').selectAll().execute(),
  passwords: await db.selectFrom('password_hashes').selectAll().execute(),
  secrets: await db.selectFrom('single_use_secrets').selectAll().execute(),
  audit: (await db.selectFrom('audit_log').select('audit_id').execute()).length,
})

export const pkcePair = (verifier = 'v'.repeat(64)) => ({
  code_verifier: verifier,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
})

export const resetTokens = async (provider: Provider, email = ada, mails = 1) => {
  // Other mails may follow, such as a new device notification.
  const landings = async () =>
    (await readMailbox(provider, email, mails))
      .map(({ links }) => links.map(link => readLanding(new URL(link).searchParams)))
      .find(([first]) => first?.type === 'reset_password')
  await expect.poll(landings).toBeDefined()
  const [reset, login] = (await landings()) ?? []
  expect(login?.type).toBe('login')
  return { reset: reset?.token ?? '', login: login?.token ?? '' }
}

export const startReset = async (provider: Provider, options: object = {}) => {
  const answer = await provider.sdk('POST', resetStart, { email: ada, ...options })
  expect(answer.status).toBe(200)
  return resetTokens(provider)
}
/** A user with a password that the rules of today would refuse. */
export const settleWith = async (provider: Provider, old: string, email = ada) => {
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

/** Adds a confirmed authenticator app to an account. */
export const enrol = async ({ db, project }: Provider, userId: string) => {
  const { id } = await project()
  const row = { project_id: id, totp_id: 'totp-test-1', user_id: userId, secret: 'JBSWY3DPEHPK3PXP', verified: 1 }
  await db
    .insertInto('totps')
    .values({ ...row, last_step: 0, expires_at: 0, created_at: 0 })
    .execute()
}
