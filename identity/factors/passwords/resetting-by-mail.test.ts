import type { errorTypes } from '@corroborate/wire/errors'
import { describe, expect, test } from 'vitest'
import { countMessages, readMailbox, tokenIn } from '../../testing/index.ts'
import {
  ada,
  another,
  enrol,
  factorsIn,
  isAlive,
  logIn,
  open,
  pkcePair,
  refusal,
  resetByEmail,
  resetStart,
  resetTokens,
  session_duration_minutes,
  settle,
  signUp,
  startReset,
  state,
} from './testing/index.ts'

describe('password set before the mailbox was verified', () => {
  test('signing in to the mailbox removes the earlier password with its session', async () => {
    const provider = await open()
    const intruder = await signUp(provider)
    await provider.sdk('POST', '/magic_links/email/login_or_create', { email: ada })
    const token = tokenIn((await readMailbox(provider, ada))[0])
    const owner = await provider.sdk('POST', '/magic_links/authenticate', { token, session_duration_minutes })
    expect(owner.data.user).toMatchObject({ password: null, emails: [{ email: ada, verified: true }] })
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect(await isAlive(provider, intruder.session_token)).toBe(false)
  })

  test('a password reset by the mailbox owner removes the earlier password', async () => {
    const provider = await open()
    const intruder = await signUp(provider)
    const { reset } = await startReset(provider)
    await provider.sdk('POST', resetByEmail, { token: reset, password: another, session_duration_minutes })
    expect(await logIn(provider)).toMatchObject(refusal('unauthorized_credentials'))
    expect((await logIn(provider, ada, another)).status).toBe(200)
    expect(await isAlive(provider, intruder.session_token)).toBe(false)
  })
})

describe('password reset by email', () => {
  test('the reset sets the password, ends other sessions, verifies the mailbox and notifies the owner', async () => {
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

  test('the reset keeps the session it is performed in', async () => {
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

  test('an address without an account gets no email and the same response', async () => {
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

  test('a reset token works once, and not after a newer one or the email’s other token was used', async () => {
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

  test('a reset token works for one of two concurrent requests', async () => {
    const provider = await open()
    await settle(provider)
    const { reset } = await startReset(provider)
    const redeem = (typed: string) =>
      provider.sdk('POST', resetByEmail, { token: reset, password: typed, session_duration_minutes })
    const answers = await Promise.all([redeem(another), redeem(`${another} too`)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await state(provider)).sessions.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1)
  })

  test('a reset token stops working when its address is removed', async () => {
    const provider = await open()
    await settle(provider)
    const { reset } = await startReset(provider)
    await provider.db.deleteFrom('user_emails').execute()
    // Rejected before the password's strength is checked.
    for (const password of [another, 'ada12345']) {
      const body = { token: reset, password, session_duration_minutes }
      expect(await provider.sdk('POST', resetByEmail, body)).toMatchObject(
        refusal('unable_to_auth_password_reset_token'),
      )
    }
  })

  test.each(['reset', 'login'] as const)(
    'a %s token signs in once without a password and invalidates the other token',
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
  ])('a reset token requested for %d minutes expires after %d', async (asked, minutes) => {
    const provider = await open()
    await settle(provider)
    const { reset } = await startReset(provider, { reset_password_expiration_minutes: asked })
    provider.clock.now += minutes * 60_000 + 1_000
    const body = { token: reset, password: another, session_duration_minutes }
    expect(await provider.sdk('POST', resetByEmail, body)).toMatchObject(refusal('unable_to_auth_password_reset_token'))
  })

  test('a weak password or a wrong verifier does not use up the reset token', async () => {
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

  test('reset links lead to the project’s pages only, and need a challenge if the project requires one', async () => {
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

  test('a password reset does not bypass the account’s second factor', async () => {
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
