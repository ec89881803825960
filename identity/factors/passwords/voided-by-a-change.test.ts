import type { EmailAddress } from '@corroborate/wire/email'
import { describe, expect, test } from 'vitest'
import { emails } from '../../accounts/contacts/attach.ts'
import { issueCode, issueToken } from '../../accounts/one-time-tokens/index.ts'
import {
  ada,
  another,
  isAlive,
  logIn,
  open,
  type Provider,
  password,
  refusal,
  resetByEmail,
  resetByExisting,
  resetBySession,
  session_duration_minutes,
  settle,
  signUp,
  startReset,
  state,
} from './testing/index.ts'

describe('earlier codes and links after a password change', () => {
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

  const sendLink = async ({ db, project, clock }: Provider, userId: string, subject: string) => {
    const secret = { projectId: (await project()).id, userId, subject, expiresAt: clock.now + 60_000 }
    return db.transaction().execute(tx => issueToken(tx, { ...secret, kind: 'magic_link', payload: {} }, clock.now))
  }

  /** Sends a login link and code, both links of a reset mail, and a recovery code. */
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

  test('links sent to an unverified address still work, so a stranger cannot lock out its owner', async () => {
    const provider = await open()
    const { session_token: session, user_id, email_id } = await signUp(provider)
    const token = await sendLink(provider, user_id, email_id)
    const change = await provider.sdk('POST', resetBySession, { password: another }, { session })
    expect(change.status).toBe(200)
    const spent = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
    expect(spent.status).toBe(200)
    expect(await isAlive(provider, session)).toBe(false)
    expect(await logIn(provider, ada, another)).toMatchObject(refusal('unauthorized_credentials'))
  })

  test('links sent to a verified address still work while another address is unverified', async () => {
    const provider = await open()
    const { session_token: session, user_id } = await settle(provider)
    const project = await provider.project()
    const [proved] = await emails.list(provider.db, project.id, user_id)
    const second = 'second@example.org' as EmailAddress
    const unproved = await provider.db
      .transaction()
      .execute(tx => emails.claim(tx, project, user_id, second, false, provider.clock.now))
    for (const emailId of [proved?.id, unproved]) await sendLink(provider, user_id, emailId ?? '')
    expect((await provider.sdk('POST', resetBySession, { password: another }, { session })).status).toBe(200)
    const unused = (await state(provider)).secrets.filter(({ used_at }) => used_at === null)
    expect(unused.map(({ subject }) => subject)).toEqual([unproved])
  })

  test.each(Object.keys(changes) as (keyof typeof changes)[])('after a password change: %s', async how => {
    const provider = await open()
    const { tokens, code, subject } = await sendEverything(provider)
    // A refused change has no effect on them.
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
