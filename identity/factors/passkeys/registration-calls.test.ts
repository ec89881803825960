import { expect, test } from 'vitest'
import { createAuthenticator, enter, open, post, register, startRegistration, withPasskey } from './testing/index.ts'

test.each([
  [true, { credProps: { rk: false } }, true],
  [true, {}, true],
  [false, { credProps: { rk: true } }, true],
  [false, { credProps: { rk: false } }, false],
  [false, { credProps: null }, false],
  [false, {}, false],
  [false, undefined, false],
])(
  'with residentKey requested: %j and browser result %j, the passkey is discoverable: %j',
  async (asked, told, discoverable) => {
    const provider = await open()
    const { session } = await enter(provider)
    const options = await startRegistration(provider, session, { return_passkey_credential_options: asked })
    const made = JSON.parse(createAuthenticator().create(options))
    expect(await register(provider, session, JSON.stringify({ ...made, clientExtensionResults: told }))).toMatchObject({
      status: 200,
      data: { user: { webauthn_registrations: [{ discoverable }] } },
    })
  },
)

test('a passkey without transports is listed without them', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  const { response, ...made } = JSON.parse(createAuthenticator().create(await startRegistration(provider, session)))
  const { transports: _, ...silent } = response
  const registered = await register(provider, session, JSON.stringify({ ...made, response: silent }))
  const again = await startRegistration(provider, String(registered.data.session_token))
  expect(JSON.parse(again).excludeCredentials).toEqual([{ type: 'public-key', id: made.id }])
})

test('browser names are truncated to 255 characters', async () => {
  const provider = await open()
  const { made } = await withPasskey(provider, { start: { user_agent: 'x'.repeat(256) } })
  expect(made.data).toMatchObject({ user: { webauthn_registrations: [{ user_agent: 'x'.repeat(255) }] } })
})

test('an account has one generated user handle plus those chosen by pages', async () => {
  const provider = await open()
  const { session } = await enter(provider)
  const handle = async (as: string, body = {}) => JSON.parse(await startRegistration(provider, as, body)).user.id
  const chosen = await handle(session, { override_id: 'ada-at-work' })
  const own = await handle(session)
  expect(own).toMatch(/^[\w-]{43}$/)
  expect(own).not.toBe(chosen)
  expect(await handle(session)).toBe(own)
  const bob = await enter(provider, 'bob@example.org')
  expect(await handle(bob.session)).not.toBe(own)
})

test.each([
  [120, 120],
  [undefined, 60],
  // A passkey never shortens a session.
  [5, 60],
])('an hour-long session with %j minutes requested lasts %i minutes', async (session_duration_minutes, lasts) => {
  const provider = await open()
  const { session } = await enter(provider)
  const public_key_credential = createAuthenticator().create(await startRegistration(provider, session))
  const made = await post(provider, 'register', { public_key_credential, session_duration_minutes }, { session })
  const expires_at = new Date(provider.clock.now + lasts * 60_000).toISOString()
  expect(made).toMatchObject({ status: 200, data: { session: { expires_at } } })
})
