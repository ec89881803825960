import { sessionCookies } from '@corroborate/server-kit/testing/browser'
import { storageKeys } from '@corroborate/wire/storage'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { NewProject, Project } from '../../projects/index.ts'
import { tokenIn } from '../../testing/index.ts'
import { describeOAuth } from './describe-oauth.ts'
import { describePasskeys } from './describe-passkeys.ts'
import { describeWallets } from './describe-wallets.ts'
import type { Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** Names of the client's error classes. */
export type ErrorNames = { api: string; schema: string; unreachable: string }

/** All features of a headless client, run against the provider. Every supported client must pass. */
export const describeClient = (openStage: () => Promise<Stage>, errorNames: ErrorNames): void => {
  let stage: Stage
  let plain: Project
  beforeAll(async () => {
    stage = await openStage()
    plain = await stage.newProject()
  })
  afterAll(() => stage?.close())

  const minutes = { session_duration_minutes: 60 }
  let people = 0
  const somebody = () => `somebody-${++people}@example.org`
  const somePhone = () => `+4915123456${String(100 + ++people)}`

  const open = async (project = plain, options: Parameters<Stage['open']>[1] = {}) => {
    const visitor = await stage.open(project, options)
    onTestFinished(() => visitor.context.close())
    return visitor
  }

  const stored = ({ page }: Visitor, key: string) => page.evaluate(name => localStorage.getItem(name), key)
  const cookieNames = async ({ context }: Visitor) => (await sessionCookies(context)).map(({ name }) => name).toSorted()
  const signedInCookies = ['stytch_session', 'stytch_session_jwt']

  /** Signs in with an OTP, the shortest way. */
  const signIn = async (visitor: Visitor, email = somebody()) => {
    const before = await visitor.call('otps.email.loginOrCreate', email)
    const [{ code }] = await stage.mailbox(email)
    const answer = await visitor.call('otps.authenticate', code, before.method_id, minutes)
    return { email, answer }
  }

  describe('bootstrap', () => {
    test('is read and kept, with nothing asked of any other host', async () => {
      const visitor = await open()
      await expect
        .poll(async () => JSON.parse((await stored(visitor, storageKeys.bootstrap(plain.publicToken))) ?? '{}'))
        .toMatchObject({ projectName: 'An application', captchaSettings: { enabled: false }, displayWatermark: false })
      expect(visitor.strangers).toEqual([])
    })

    test('refuses a page whose origin the project does not allow', async () => {
      const visitor = await open(await stage.newProject({ allowedOrigins: ['https://elsewhere.example.org'] }))
      expect(await visitor.refusal('otps.email.loginOrCreate', somebody())).toMatchObject({
        name: errorNames.unreachable,
      })
    })
  })

  describe('a magic link', () => {
    test('signs up, and its session is kept by the client', async () => {
      const visitor = await open()
      const email = somebody()
      const url = `${stage.application}/authenticate`
      const sent = await visitor.call('magicLinks.email.loginOrCreate', email, {
        login_magic_link_url: url,
        signup_magic_link_url: url,
        login_expiration_minutes: 5,
        signup_expiration_minutes: 5,
      })
      expect(sent).toMatchObject({ status_code: 200, request_id: expect.any(String) })
      const [mail] = await stage.mailbox(email)
      await visitor.visit(mail.links[0] ?? '')
      expect(visitor.page.url()).toContain('/authenticate?stytch_token_type=magic_links&token=')

      const answer = await visitor.call('magicLinks.authenticate', tokenIn(mail), minutes)
      expect(answer).toMatchObject({ status_code: 200, user: { emails: [{ email, verified: true }] } })
      expect(answer).not.toHaveProperty('__user')
      expect(await cookieNames(visitor)).toEqual(signedInCookies)
      expect(await visitor.call('session.getTokens')).toEqual({
        session_token: answer.session_token,
        session_jwt: answer.session_jwt,
      })
      expect(await visitor.call('user.getSync')).toMatchObject({ user_id: answer.user_id })
      expect(await visitor.call('session.getSync')).toMatchObject({
        user_id: answer.user_id,
        authentication_factors: [{ type: 'magic_link', delivery_method: 'email' }],
      })
      const [cookie] = (await visitor.context.cookies()).filter(({ name }) => name === 'stytch_session')
      expect(Math.abs((cookie?.expires ?? 0) * 1_000 - Date.now() - 3_600_000)).toBeLessThan(60_000)
    })

    test('used twice is explained in all five properties of an API error', async () => {
      const visitor = await open()
      const email = somebody()
      await visitor.call('magicLinks.email.send', email)
      const [stranger] = await stage.mailbox(email)
      expect(stranger.links).toEqual([])

      await visitor.call('magicLinks.email.loginOrCreate', email)
      const token = tokenIn((await stage.mailbox(email, 2))[0])
      await visitor.call('magicLinks.authenticate', token, minutes)
      expect(await visitor.refusal('magicLinks.authenticate', token, minutes)).toEqual({
        name: errorNames.api,
        message: expect.stringContaining('[401] unable_to_auth_magic_link'),
        status_code: 401,
        error_type: 'unable_to_auth_magic_link',
        error_message: expect.any(String),
        error_url: expect.stringContaining(stage.provider),
        request_id: expect.stringMatching(/^request-id-test-/),
      })
    })

    test('sent while signed in adds the address to the account', async () => {
      const visitor = await open()
      const { answer } = await signIn(visitor)
      const second = somebody()
      await visitor.call('magicLinks.email.send', second)
      const linked = await visitor.call('magicLinks.authenticate', tokenIn((await stage.mailbox(second))[0]), minutes)
      expect(linked.user_id).toBe(answer.user_id)
      expect(await visitor.call('user.getSync')).toMatchObject({ emails: [{}, { email: second, verified: true }] })
    })

    test('to where the project does not allow is refused', async () => {
      const visitor = await open()
      const elsewhere = { login_magic_link_url: 'https://elsewhere.example.org/' }
      expect(await visitor.refusal('magicLinks.email.loginOrCreate', somebody(), elsewhere)).toMatchObject({
        name: errorNames.api,
        error_type: 'no_match_for_provided_magic_link_url',
      })
    })
  })

  describe.each([
    { kind: 'email', reach: somebody, factor: 'email_factor' },
    { kind: 'sms', reach: somePhone, factor: 'phone_number_factor' },
    { kind: 'whatsapp', reach: somePhone, factor: 'phone_number_factor' },
  ])('a passcode by $kind', ({ kind, reach, factor }) => {
    test('signs up and in again', async () => {
      const visitor = await open()
      const to = reach()
      const sent = await visitor.call(`otps.${kind}.loginOrCreate`, to, { expiration_minutes: 5 })
      expect(sent).toMatchObject({ method_id: expect.any(String) })
      const [{ code, channel }] = await stage.mailbox(to)
      expect(channel).toBe(kind)
      const wrong = code === '000000' ? '000001' : '000000'
      expect(await visitor.refusal('otps.authenticate', wrong, sent.method_id, minutes)).toMatchObject({
        name: errorNames.api,
        error_type: 'unable_to_auth_otp_code',
      })
      const first = await visitor.call('otps.authenticate', code, sent.method_id, minutes)
      expect(first).toMatchObject({
        session: { authentication_factors: [{ type: 'otp', delivery_method: kind, [factor]: {} }] },
      })
      await visitor.call('session.revoke')

      const again = await visitor.call(`otps.${kind}.send`, to)
      const [newer] = await stage.mailbox(to, 2)
      const second = await visitor.call('otps.authenticate', newer.code, again.method_id, minutes)
      expect(second.user_id).toBe(first.user_id)
    })

    test('sent while signed in adds a factor', async () => {
      const visitor = await open()
      const { answer } = await signIn(visitor)
      const to = reach()
      const sent = await visitor.call(`otps.${kind}.send`, to)
      const [{ code }] = await stage.mailbox(to)
      const added = await visitor.call('otps.authenticate', code, sent.method_id, minutes)
      expect(added.user_id).toBe(answer.user_id)
      expect(JSON.stringify(await visitor.call('user.getSync'))).toContain(to)
      expect(await visitor.call('session.getSync')).toMatchObject({
        session_id: (answer.session as { session_id: string }).session_id,
        authentication_factors: [{}, { delivery_method: kind }],
      })
    })
  })

  describe('an account elsewhere', () => describeOAuth({ stage: () => stage, open, apiError: errorNames.api }))

  describe('a passkey', () => describePasskeys({ open, signIn, apiError: errorNames.api }))

  describe('a wallet', () =>
    describeWallets({ open, withSiwe: () => stage.newProject({ siwe: true }), signIn, apiError: errorNames.api }))

  const password = 'quiet-otters-fold-paper'
  const newPassword = 'seven-lanterns-by-the-harbour'

  describe('a password', () => {
    const withPassword = async (project = plain) => {
      const visitor = await open(project)
      const email = somebody()
      const answer = await visitor.call('passwords.create', { email, password, ...minutes })
      return { visitor, email, answer }
    }

    test('signs up and in again; a wrong one does not', async () => {
      const { visitor, email, answer } = await withPassword()
      expect(answer).toMatchObject({ status_code: 200, email_id: expect.any(String), user: { emails: [{ email }] } })
      expect(answer).not.toHaveProperty('__user')
      await visitor.call('session.revoke')
      expect(
        await visitor.refusal('passwords.authenticate', { email, password: newPassword, ...minutes }),
      ).toMatchObject({ status_code: 401, error_type: 'unauthorized_credentials' })
      const again = await visitor.call('passwords.authenticate', { email, password, ...minutes })
      expect(again).toMatchObject({
        user_id: answer.user_id,
        session: { authentication_factors: [{ type: 'password', delivery_method: 'knowledge' }] },
      })
      expect(await visitor.call('user.getSync')).toMatchObject({ password: { requires_reset: false } })
    })

    test('is graded before it is taken', async () => {
      const visitor = await open()
      const email = somebody()
      expect(await visitor.call('passwords.strengthCheck', { email, password: 'password1' })).toMatchObject({
        valid_password: false,
        strength_policy: 'zxcvbn',
        feedback: {
          suggestions: expect.any(Array),
          warning: expect.any(String),
          luds_requirements: expect.any(Object),
        },
      })
      expect(await visitor.call('passwords.strengthCheck', { password })).toMatchObject({ valid_password: true })
      expect(await visitor.refusal('passwords.create', { email, password: 'aaaa1111', ...minutes })).toMatchObject({
        status_code: 400,
        error_type: expect.stringMatching(/^(weak|breached)_password$/),
      })
    })

    test('is graded by the project’s own rule', async () => {
      const visitor = await open(await stage.newProject({ passwords: { ...plain.passwords, policy: 'luds' } }))
      expect(await visitor.call('passwords.strengthCheck', { password: 'abcdefgh' })).toMatchObject({
        valid_password: false,
        strength_policy: 'luds',
        feedback: { luds_requirements: { has_lower_case: true, missing_complexity: 2, missing_characters: 4 } },
      })
    })

    describe.each([
      { on: true, word: 'with' },
      { on: false, word: 'without' },
    ])('reset by mail $word PKCE', ({ on }) => {
      const resetStarted = async () => {
        const project = await stage.newProject({ pkce: { magicLinks: on, passwordResets: on, oauth: false } })
        const { visitor, email, answer } = await withPassword(project)
        await visitor.call('session.revoke')
        const url = `${stage.application}/authenticate`
        await visitor.call('passwords.resetByEmailStart', {
          email,
          login_redirect_url: url,
          reset_password_redirect_url: url,
          reset_password_expiration_minutes: 30,
        })
        const pair = await stored(visitor, storageKeys.pkce(project.publicToken, 'passwords'))
        expect(pair === null).toBe(!on)
        const [mail] = await stage.mailbox(email)
        const tokenOf = (type: string) => {
          const link = mail.links.find(each => new URL(each).searchParams.get('stytch_token_type') === type)
          return tokenIn({ links: [link ?? ''] })
        }
        return { visitor, email, answer, tokenOf }
      }

      test('takes the new password and no more the old one', async () => {
        const { visitor, email, answer, tokenOf } = await resetStarted()
        const token = tokenOf('reset_password')
        expect(
          await visitor.call('passwords.resetByEmail', { token, password: newPassword, ...minutes }),
        ).toMatchObject({
          user_id: answer.user_id,
          user: { emails: [{ email, verified: true }] },
        })
        await visitor.call('session.revoke')
        expect(await visitor.refusal('passwords.resetByEmail', { token, password, ...minutes })).toMatchObject({
          error_type: 'unable_to_auth_password_reset_token',
        })
        expect(await visitor.refusal('passwords.authenticate', { email, password, ...minutes })).toMatchObject({
          error_type: 'unauthorized_credentials',
        })
        await visitor.call('passwords.authenticate', { email, password: newPassword, ...minutes })
      })

      test.each(['login', 'reset_password'])('logs in without a password by its %s link', async type => {
        const { visitor, answer, tokenOf } = await resetStarted()
        expect(await visitor.call('magicLinks.authenticate', tokenOf(type), minutes)).toMatchObject({
          user_id: answer.user_id,
        })
      })
    })

    test('is changed by who knows it, and by who is signed in', async () => {
      const { visitor, email, answer } = await withPassword()
      const change = { email, existing_password: password, new_password: newPassword, ...minutes }
      expect(await visitor.call('passwords.resetByExistingPassword', change)).toMatchObject({ user_id: answer.user_id })
      expect(await visitor.refusal('passwords.resetByExistingPassword', change)).toMatchObject({
        error_type: 'unauthorized_credentials',
      })
      const third = 'a-kettle-of-slow-thunder'
      const bySession = await visitor.call('passwords.resetBySession', { password: third })
      expect(bySession).toMatchObject({ status_code: 200, user_id: answer.user_id })
      expect(bySession).not.toHaveProperty('__user')
      await visitor.call('session.revoke')
      await visitor.call('passwords.authenticate', { email, password: third, ...minutes })
    })

    test.each([
      ['new', async () => somebody()],
      ['password', async () => (await withPassword()).email],
      ['passwordless', async () => (await signIn(await open())).email],
    ])('the form is told that somebody is %s', async (userType, who) => {
      const visitor = await open()
      const email = await who()
      const answer = await visitor.page.evaluate(
        async ([provider, token, address]) => {
          const response = await fetch(`${provider}/sdk/v1/users/search`, {
            method: 'POST',
            headers: { Authorization: `Basic ${btoa(`${token}:${token}`)}`, 'Content-Type': 'application/json' },
            body: JSON.stringify({ email: address }),
          })
          return response.json()
        },
        [stage.provider, plain.publicToken, email] as const,
      )
      expect(answer).toMatchObject({ data: { userType } })
    })
  })

  test('an authenticator app is added, used and replaced by a recovery code, then taken away', async () => {
    const visitor = await open()
    const { answer } = await signIn(visitor)
    const made = await visitor.call('totps.create', { expiration_minutes: 30 })
    expect(made).toMatchObject({
      user_id: answer.user_id,
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      qr_code: expect.stringMatching(/^data:image\/png;base64,/),
      recovery_codes: expect.any(Array),
    })
    const app = new TOTP({ secret: Secret.fromBase32(String(made.secret)) })
    const right = app.generate()
    const wrong = right === '000000' ? '000001' : '000000'
    expect(await visitor.refusal('totps.authenticate', { totp_code: wrong, ...minutes })).toMatchObject({
      error_type: 'unable_to_authenticate_totp',
    })
    expect(await visitor.call('totps.authenticate', { totp_code: right, ...minutes })).toMatchObject({
      totp_id: made.totp_id,
      user: { totps: [{ totp_id: made.totp_id, verified: true }] },
      session: { authentication_factors: [{}, { type: 'totp', delivery_method: 'authenticator_app' }] },
    })

    const [recovery_code] = made.recovery_codes as string[]
    expect(await visitor.call('totps.recover', { recovery_code, ...minutes })).toMatchObject({
      totp_id: made.totp_id,
      session: { authentication_factors: [{}, {}, { type: 'recovery_code', delivery_method: 'recovery_code' }] },
    })
    expect(await visitor.refusal('totps.recover', { recovery_code, ...minutes })).toMatchObject({
      error_type: 'unable_to_authenticate_recovery_code',
    })
    const renewed = await visitor.call('totps.recoveryCodes')
    expect(renewed).toMatchObject({ user_id: answer.user_id })
    await visitor.call('user.deleteTOTP', made.totp_id)
    expect(await visitor.call('user.getSync')).toMatchObject({ totps: [] })
  })

  describe('the user', () => {
    test('changes name and metadata, and the client knows', async () => {
      const visitor = await open()
      await signIn(visitor)
      await visitor.call('user.update', { name: { first_name: 'Ada' }, untrusted_metadata: { theme: 'dark' } })
      const expected = { name: { first_name: 'Ada' }, untrusted_metadata: { theme: 'dark' } }
      expect(await visitor.call('user.getSync')).toMatchObject(expected)
      expect(await visitor.call('user.get')).toMatchObject(expected)
    })

    test('changed to a wrong type is a schema error, which names the field', async () => {
      const visitor = await open()
      await signIn(visitor)
      expect(await visitor.refusal('user.update', { name: { first_name: 5 } })).toMatchObject({
        name: errorNames.schema,
        message: expect.stringContaining('.name.first_name: should be string'),
      })
    })

    test('takes addresses and numbers off the account, never the last one', async () => {
      const visitor = await open()
      const { email } = await signIn(visitor)
      const phone = somePhone()
      const sent = await visitor.call('otps.sms.send', phone)
      await visitor.call('otps.authenticate', (await stage.mailbox(phone))[0].code, sent.method_id, minutes)
      const user = (await visitor.call('user.getSync')) as {
        emails: { email_id: string; email: string }[]
        phone_numbers: { phone_id: string }[]
      }
      expect(user.emails.map(each => each.email)).toEqual([email])
      await visitor.call('user.deletePhoneNumber', user.phone_numbers[0]?.phone_id)
      expect(await visitor.call('user.getSync')).toMatchObject({ phone_numbers: [], emails: [{ email }] })
      expect(await visitor.refusal('user.deleteEmail', user.emails[0]?.email_id)).toMatchObject({
        error_type: 'cannot_delete_last_primary_factor',
      })
    })

    test('deletes what somebody else has no more than what is not there', async () => {
      const visitor = await open()
      await signIn(visitor)
      for (const [method, type] of [
        ['deleteEmail', 'email_not_found'],
        ['deletePhoneNumber', 'phone_number_not_found'],
        ['deleteTOTP', 'totp_not_found'],
        ['deleteCryptoWallet', 'crypto_wallet_not_found'],
        ['deleteOAuthRegistration', 'oauth_user_registration_not_found'],
        ['deleteWebauthnRegistration', 'webauthn_registration_not_found'],
        ['deleteBiometricRegistration', 'biometric_registration_not_found'],
      ] as const) {
        expect(await visitor.refusal(`user.${method}`, 'x-test-1'), method).toMatchObject({
          status_code: 404,
          error_type: type,
        })
      }
    })
  })

  describe('the session', () => {
    test('is refreshed and extended, and restored when the page is opened again', async () => {
      const visitor = await open()
      const { answer } = await signIn(visitor)
      const before = answer.session as { session_id: string; expires_at: string }
      const extended = await visitor.call('session.authenticate', { session_duration_minutes: 240 })
      const after = extended.session as typeof before
      expect(after.session_id).toBe(before.session_id)
      expect(Date.parse(after.expires_at)).toBeGreaterThan(Date.parse(before.expires_at))

      const refresh = visitor.page.waitForResponse(response => response.url().endsWith('/sdk/v1/sessions/authenticate'))
      await visitor.visit('/')
      expect((await refresh).status()).toBe(200)
      expect(await visitor.call('session.getSync')).toMatchObject({ session_id: before.session_id })
    })

    test('ends where it is revoked, and everywhere it is known', async () => {
      const visitor = await open()
      const { answer } = await signIn(visitor)
      await visitor.call('session.revoke')
      expect(await cookieNames(visitor)).toEqual([])
      expect(await visitor.call('session.getSync')).toBeNull()
      expect(await visitor.call('user.getSync')).toBeNull()

      // Another browser that still has the token finds out at its next refresh, and forgets it.
      const other = await open()
      const looked = other.page.waitForResponse(
        response => response.url().endsWith('/sdk/v1/sessions/authenticate') && response.request().method() === 'POST',
      )
      await other.call('session.updateSession', {
        session_token: answer.session_token,
        session_jwt: answer.session_jwt,
      })
      // A client that revalidates immediately may already have discarded the session.
      await other.refusal('session.authenticate')
      expect(await (await looked).json()).toMatchObject({ error_type: 'session_not_found' })
      await expect.poll(() => cookieNames(other), { timeout: 15_000 }).toEqual([])
    })
  })

  test('on a domain of the application’s own, tokens are in cookies no script can read', async () => {
    const { host, hostname } = new URL(stage.provider)
    const project = await stage.newProject({ cnameDomain: host, httpOnlyCookies: true } satisfies NewProject['config'])
    const visitor = await open(project, { more: { endpointOptions: { apiDomain: hostname } } })
    const { answer } = await signIn(visitor)
    expect(answer).toMatchObject({ session_token: '', session_jwt: '' })
    expect(await visitor.call('session.getTokens')).toBeNull()
    expect(await visitor.page.evaluate(() => document.cookie)).toBe('')
    expect(await sessionCookies(visitor.context)).toEqual([
      expect.objectContaining({ name: '__Host-stytch_session', httpOnly: true, secure: true }),
      expect.objectContaining({ name: '__Host-stytch_session_jwt', httpOnly: true, secure: true }),
    ])

    const refresh = visitor.page.waitForResponse(response => response.url().endsWith('/sdk/v1/sessions/authenticate'))
    await visitor.visit('/')
    expect((await refresh).status()).toBe(200)
    expect(await visitor.call('user.get')).toMatchObject({ user_id: answer.user_id })
    await visitor.call('user.update', { name: { first_name: 'Ada' } })
    await visitor.call('session.revoke')
    expect(await cookieNames(visitor)).toEqual([])
    expect(await visitor.call('session.getSync')).toBeNull()
  })

  describe('PKCE', () => {
    const pkce = { magicLinks: true, passwordResets: true, oauth: true }

    test('opens a link in the browser that asked for it, and in no other', async () => {
      const project = await stage.newProject({ pkce })
      const visitor = await open(project)
      const email = somebody()
      await visitor.call('magicLinks.email.loginOrCreate', email)
      const pair = storageKeys.pkce(project.publicToken, 'magic_links')
      expect(JSON.parse((await stored(visitor, pair)) ?? '{}')).toHaveProperty('code_verifier')
      const token = tokenIn((await stage.mailbox(email))[0])

      const thief = await open(project)
      expect(await thief.refusal('magicLinks.authenticate', token, minutes)).toMatchObject({
        error_type: 'pkce_expected_code_verifier',
      })
      await visitor.visit('/')
      expect(await visitor.call('magicLinks.authenticate', token, minutes)).toMatchObject({ status_code: 200 })
      expect(await stored(visitor, pair)).toBeNull()
    })

    test('is not used by a project that does not ask for it', async () => {
      const visitor = await open()
      await visitor.call('magicLinks.email.loginOrCreate', somebody())
      expect(await stored(visitor, storageKeys.pkce(plain.publicToken, 'magic_links'))).toBeNull()
    })
  })

  test('events of a page are kept with its project', async () => {
    const project = await stage.newProject()
    await open(project)
    await expect
      .poll(() =>
        stage.db.selectFrom('telemetry_events').select('event_name').where('project_id', '=', project.id).execute(),
      )
      .toContainEqual({ event_name: 'sdk_instance_instantiated' })
  })
}
