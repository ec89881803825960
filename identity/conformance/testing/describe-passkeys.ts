import { plugInAuthenticator } from '@corroborate/server-kit/testing/browser'
import { expect, test } from 'vitest'
import type { Visitor } from './visitor.ts'

type Around = {
  open: () => Promise<Visitor>
  /** Signs a new person in, by a code. */
  signIn: (visitor: Visitor) => Promise<{ answer: Record<string, unknown> }>
  /** Name of the client's error class for API errors. */
  apiError: string
}

const minutes = { session_duration_minutes: 60 }

type Abilities = { isPluggedIn?: boolean; hasMemory?: boolean; verifies?: boolean }

/** An authenticator in the browser: the device itself, or a key that is plugged in, with or without a memory. */
export const plugIn = async (
  { page }: Visitor,
  { isPluggedIn = false, hasMemory = true, verifies = true }: Abilities = {},
) => {
  const { device, authenticatorId } = await plugInAuthenticator(page, {
    transport: isPluggedIn ? 'usb' : 'internal',
    hasResidentKey: hasMemory,
    hasUserVerification: verifies,
    isUserVerified: verifies,
  })
  return {
    /** Stored credentials, newest last. */
    credentials: async () => (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Resets the signature counters, as on a cloned authenticator. */
    countAnew: async () => {
      const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        const { credentialId } = credential
        await device.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        const copy = { ...credential, signCount: 0 }
        await device.send('WebAuthn.addCredential', { authenticatorId, credential: copy })
      }
    },
  }
}

/** Records the client's passkey requests: method and path. */
const listen = ({ page }: Visitor): (() => string[]) => {
  let asked: string[] = []
  page.on('request', request => {
    const [, path] = /\/sdk\/v1(\/(?:users\/)?webauthn.*)$/.exec(new URL(request.url()).pathname) ?? []
    if (path && request.method() !== 'OPTIONS') asked.push(`${request.method()} ${path}`)
  })
  return () => {
    const before = asked
    asked = []
    return before
  }
}

const registrationsOf = async (visitor: Visitor) => {
  const { webauthn_registrations } = await visitor.call('user.get')
  return webauthn_registrations as { webauthn_registration_id: string; name: string }[]
}

/** Client behavior with passkeys and security keys, in a browser with a virtual authenticator. */
export const describePasskeys = ({ open, signIn, apiError }: Around): void => {
  test('is made, named, confirms who is signed in, signs in, is offered in a field, and is deleted', async () => {
    const visitor = await open()
    const device = await plugIn(visitor)
    const asked = listen(visitor)
    expect(await visitor.refusal('webauthn.register', { is_passkey: true })).toMatchObject({ name: expect.any(String) })
    const { answer } = await signIn(visitor)
    asked()
    const names = { override_name: 'ada', override_display_name: 'Ada Lovelace' }
    const made = await visitor.call('webauthn.register', {
      domain: 'localhost',
      is_passkey: true,
      ...names,
      ...minutes,
    })
    expect(made).toMatchObject({
      status_code: 200,
      user_id: answer.user_id,
      webauthn_registration_id: expect.stringMatching(/^webauthn-registration-test-/),
      session: { authentication_factors: [{ type: 'otp' }, { type: 'webauthn' }] },
    })
    expect(made).not.toHaveProperty('__user')
    expect(asked()).toEqual(['POST /webauthn/register/start', 'POST /webauthn/register'])
    const [credential] = await device.credentials()
    expect(credential).toMatchObject({ rpId: 'localhost', userName: 'ada', userDisplayName: 'Ada Lovelace' })
    expect(await visitor.refusal('webauthn.register', { is_passkey: true })).toMatchObject({
      name: 'InvalidStateError',
    })

    const id = made.webauthn_registration_id
    asked()
    expect(await visitor.call('webauthn.update', { webauthn_registration_id: id, name: 'My phone' })).toMatchObject({
      webauthn_registration: { webauthn_registration_id: id, name: 'My phone' },
    })
    expect(asked()).toEqual([`PUT /webauthn/update/${id}`])
    expect(await registrationsOf(visitor)).toMatchObject([
      { webauthn_registration_id: id, name: 'My phone', domain: 'localhost', verified: true },
    ])

    expect(await visitor.call('webauthn.authenticate', { is_passkey: true, ...minutes })).toMatchObject({
      user_id: answer.user_id,
      session: { session_id: (answer.session as { session_id: string }).session_id },
    })
    expect(asked()).toEqual(['POST /webauthn/authenticate/start/secondary', 'POST /webauthn/authenticate'])

    await visitor.call('session.revoke')
    const again = await visitor.call('webauthn.authenticate', { is_passkey: true, ...minutes })
    expect(again).toMatchObject({
      user_id: answer.user_id,
      webauthn_registration_id: id,
      user: { webauthn_registrations: [{ name: 'My phone' }] },
      session: { authentication_factors: [{ type: 'webauthn', webauthn_factor: { domain: 'localhost' } }] },
    })
    expect(again).not.toHaveProperty('__user')
    expect(asked()).toEqual(['POST /webauthn/authenticate/start/primary', 'POST /webauthn/authenticate'])

    await visitor.call('session.revoke')
    expect(await visitor.call('webauthn.browserSupportsAutofill')).toBe(true)
    const offer = { is_passkey: true, conditional_mediation: true, ...minutes }
    expect(await visitor.call('webauthn.authenticate', offer)).toBeNull()
    await visitor.page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<input autocomplete="username webauthn" aria-label="Email">'),
    )
    expect(await visitor.call('webauthn.authenticate', offer)).toMatchObject({ user_id: answer.user_id })

    asked()
    await visitor.call('user.deleteWebauthnRegistration', id)
    expect(asked()).toEqual([`DELETE /users/webauthn_registrations/${id}`])
    expect(await registrationsOf(visitor)).toEqual([])
    await visitor.call('session.revoke')
    expect(await visitor.refusal('webauthn.authenticate', { is_passkey: true, ...minutes })).toMatchObject({
      name: apiError,
      error_type: 'webauthn_registration_not_found',
    })
  })

  test.each([true, false])(
    'on a key without a memory only confirms who is signed in; it asks for a PIN: %s',
    async verifies => {
      const visitor = await open()
      await plugIn(visitor, { isPluggedIn: true, hasMemory: false, verifies })
      const { answer } = await signIn(visitor)
      await visitor.call('webauthn.register', { authenticator_type: 'cross-platform' })
      expect(await visitor.call('webauthn.authenticate', minutes)).toMatchObject({
        user_id: answer.user_id,
        session: {
          authentication_factors: [{ type: 'otp' }, { type: 'webauthn', webauthn_factor: { user_verified: verifies } }],
        },
      })
    },
  )

  test('on a key with a memory and a PIN signs in', async () => {
    const visitor = await open()
    await plugIn(visitor, { isPluggedIn: true })
    const { answer } = await signIn(visitor)
    await visitor.call('webauthn.register', { is_passkey: true, authenticator_type: 'cross-platform' })
    await visitor.call('session.revoke')
    expect(await visitor.call('webauthn.authenticate', { is_passkey: true, ...minutes })).toMatchObject({
      user_id: answer.user_id,
      session: { authentication_factors: [{ type: 'webauthn', webauthn_factor: { user_verified: true } }] },
    })
  })

  // Chromium offers no discoverable passkey without user verification. The provider would accept one.
  test('of a device that does not ask who is there confirms who is signed in; the browser signs nobody in with it', async () => {
    const visitor = await open()
    await plugIn(visitor, { verifies: false })
    const { answer } = await signIn(visitor)
    await visitor.call('webauthn.register', { is_passkey: true })
    expect(await visitor.call('webauthn.authenticate', { is_passkey: true, ...minutes })).toMatchObject({
      user_id: answer.user_id,
      session: {
        authentication_factors: [{ type: 'otp' }, { type: 'webauthn', webauthn_factor: { user_verified: false } }],
      },
    })
    await visitor.call('session.revoke')
    const asked = listen(visitor)
    expect(await visitor.refusal('webauthn.authenticate', { is_passkey: true, ...minutes })).toMatchObject({
      name: 'NotAllowedError',
    })
    expect(asked()).toEqual(['POST /webauthn/authenticate/start/primary'])
  })

  test('is not made on a key with a memory that asks for no PIN: the browser refuses', async () => {
    const visitor = await open()
    const device = await plugIn(visitor, { isPluggedIn: true, verifies: false })
    await signIn(visitor)
    const asked = listen(visitor)
    expect(await visitor.refusal('webauthn.register', { is_passkey: true })).toMatchObject({ name: 'NotAllowedError' })
    expect(asked()).toEqual(['POST /webauthn/register/start'])
    expect(await device.credentials()).toEqual([])
    expect(await registrationsOf(visitor)).toEqual([])
  })

  test('whose count goes back is refused: there may be two of it', async () => {
    const visitor = await open()
    const device = await plugIn(visitor)
    await signIn(visitor)
    await visitor.call('webauthn.register', { is_passkey: true })
    await visitor.call('webauthn.authenticate', { is_passkey: true, ...minutes })
    await device.countAnew()
    await visitor.call('session.revoke')
    expect(await visitor.refusal('webauthn.authenticate', { is_passkey: true, ...minutes })).toMatchObject({
      name: apiError,
      error_type: 'unable_to_auth_webauthn_registration',
    })
  })
}
