import { parseEmail } from '@corroborate/wire/email'
import type { User } from '@corroborate/wire/types'
import { toDataURL } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { emails, phoneNumbers } from '../../accounts/contacts/attach.ts'
import { createUser } from '../../accounts/users/index.ts'
import { readAudit } from '../../platform/audit/store.ts'
import { countMessages, identityUnderTest } from '../../testing/index.ts'
import { codeAt, stepAt } from './authenticate-by-totp.ts'
import { totpRemoval } from './factor.ts'

type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Created = { totp_id: string; secret: string; qr_code: string; recovery_codes: string[] }

const session_duration_minutes = 60

const open = async () => {
  const provider = await identityUnderTest({ LIMITS_SCALE: '1000' })
  provider.clock.now = Math.floor(provider.clock.now / 30_000) * 30_000 + 15_000
  return provider
}

const enrol = async ({ sdk }: Provider, session: string, expiration_minutes = 30): Promise<Created> =>
  (await sdk('POST', '/totps', { expiration_minutes }, { session })).data as Created

const authenticate = ({ sdk, clock }: Provider, session: string, secret: string) =>
  sdk(
    'POST',
    '/totps/authenticate',
    { totp_code: codeAt(secret, stepAt(clock.now)), session_duration_minutes },
    { session },
  )

const recover = ({ sdk }: Provider, session: string, recovery_code: string) =>
  sdk('POST', '/totps/recover', { recovery_code, session_duration_minutes }, { session })

/** Creates Ada, signed in with her password. */
const enter = async (provider: Provider) => {
  const { userId } = await provider.addUser('ada@example.org')
  return { userId, session: (await provider.signIn(userId)).session_token }
}

const auditOf = async ({ db, project }: Provider) => {
  const { id: projectId } = await project()
  const entries = await readAudit(db, { projectId, since: 0, limit: 1_000 })
  return entries.map(({ action, details }) => ({ action, details }))
}

const factorOf = (data: Record<string, unknown>) =>
  (data.session as { authentication_factors: object[] }).authentication_factors.at(-1)

test('the QR code contains the project name, account name and secret', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  const { secret, qr_code } = await enrol(provider, session)
  const name = encodeURIComponent((await provider.project()).name)
  const label = `${name}:ada%40example.org`
  const uri = `otpauth://totp/${label}?issuer=${name}&secret=${secret}&algorithm=SHA1&digits=6&period=30`
  expect(qr_code).toBe(await toDataURL(uri))
})

describe('audit log and session factor', () => {
  test('creating and confirming an app is logged and sends one email', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const { totp_id, secret } = await enrol(provider, session)
    const first = await authenticate(provider, session, secret)
    expect(factorOf(first.data)).toMatchObject({ authenticator_app_factor: { totp_id } })
    provider.clock.now += 60_000
    await authenticate(provider, String(first.data.session_token), secret)
    const entries = await auditOf(provider)
    expect(entries).toContainEqual({ action: 'totp.created', details: { totp_id } })
    expect(entries.filter(({ action }) => action === 'totp.verified')).toEqual([
      { action: 'totp.verified', details: { totp_id } },
    ])
    expect(await countMessages(provider)).toBe(1)
  })

  test('used and rejected recovery codes are logged', async () => {
    const provider = await open()
    const { session } = await enter(provider)
    const { totp_id, secret, recovery_codes } = await enrol(provider, session)
    const { data } = await authenticate(provider, session, secret)
    const used = await recover(provider, String(data.session_token), recovery_codes[0] ?? '')
    expect(factorOf(used.data)).toMatchObject({
      recovery_code_factor: { totp_recovery_code_id: expect.stringMatching(/^totp-recovery-code-test-/) },
    })
    await recover(provider, String(used.data.session_token), '0000-0000-0000-0000')
    const recovery = (await auditOf(provider)).filter(({ action }) => action.startsWith('recovery_code'))
    expect(recovery).toContainEqual({ action: 'recovery_code.used', details: { totp_id } })
    expect(recovery.filter(({ action }) => action === 'recovery_code.refused')).toHaveLength(1)
  })
})

test('an app can be confirmed until its deadline', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  const { secret } = await enrol(provider, session, 5)
  provider.clock.now += 5 * 60_000 - 1
  expect((await authenticate(provider, session, secret)).status).toBe(200)
})

test('after too many wrong codes the error returns when the next attempt is possible', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  await enrol(provider, session)
  const guess = () =>
    provider.sdk('POST', '/totps/authenticate', { totp_code: '000000', session_duration_minutes }, { session })
  for (let n = 0; n < 5; n++) await guess()
  provider.clock.now += 60_000
  const { status, headers } = await guess()
  expect([status, headers.get('Retry-After')]).toEqual([429, String(14 * 60)])
})

test('a user without an app has no recovery codes', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  expect(await recover(provider, session, 'any')).toMatchObject({
    json: { error_type: 'unable_to_authenticate_recovery_code' },
  })
})

test('a verified phone number suffices to set up an app, like a verified email', async () => {
  const provider = await open()
  const project = await provider.project()
  const { now } = provider.clock
  for (const isProved of [true, false]) {
    const userId = await provider.db.transaction().execute(async tx => {
      const id = await createUser(tx, project, {}, now)
      await phoneNumbers.claim(tx, project, id, isProved ? '+41446681800' : '+41446681801', isProved, now)
      return id
    })
    const { session_token } = await provider.signIn(userId)
    const made = await provider.sdk('POST', '/totps', { expiration_minutes: 5 }, { session: session_token })
    expect(made.status).toBe(isProved ? 200 : 403)
  }
})

test('one verified address suffices even if others are unverified', async () => {
  const provider = await open()
  const { userId, session } = await enter(provider)
  const parsed = parseEmail('typed@example.org')
  if (parsed.kind !== 'email') throw new Error('It is an address.')
  const project = await provider.project()
  await provider.db
    .transaction()
    .execute(tx => emails.claim(tx, project, userId, parsed.email, false, provider.clock.now))
  expect((await enrol(provider, session)).totp_id).toMatch(/^totp-test-/)
})

describe('removing an authenticator app', () => {
  const user = {
    totps: [
      { totp_id: 'kept', verified: true },
      { totp_id: 'gone', verified: true },
      { totp_id: 'typed', verified: false },
    ],
  } as unknown as User

  test('removing one app leaves the others', () => {
    expect(totpRemoval.idsOf(user)).toEqual(['kept', 'gone', 'typed'])
    expect(totpRemoval.idsOf(totpRemoval.without(user, 'gone'))).toEqual(['kept', 'typed'])
  })

  test('removing an app notifies the owner only if it was confirmed', () => {
    expect(totpRemoval.change(user, 'gone')).toBe('authenticator-app-removed')
    expect(totpRemoval.change(user, 'typed')).toBeNull()
    expect(totpRemoval.change(user, 'nobody’s')).toBeNull()
  })
})
