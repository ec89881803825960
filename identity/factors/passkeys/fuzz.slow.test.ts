import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { createAuthenticator } from './testing/index.ts'

const headers = { Origin: 'http://localhost:5000' }
const minutes = { session_duration_minutes: 60 }

/** Invalid replacements for a value of a credential. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, true, '', 'A', '\0', 'password', [], {}, '__proto__', 'x'.repeat(20_000)),
  fc.base64String({ maxLength: 200 }).map(text => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  fc.jsonValue({ maxDepth: 2 }),
)
/**
 * Locates the two integers of a signature (Ecdsa-Sig-Value, RFC 3279, section 2.2.3), each without its leading zero. The surrounding bytes
 * are not signed, and some changes to them are accepted.
 */
const placesOfNumbers = (signature: Buffer): number[] => {
  const endOfFirst = 4 + (signature[3] ?? 0)
  return [...signature.keys()].filter(place => (place > 4 && place < endOfFirst) || place > endOfFirst + 2)
}
/** A base64url value with one byte changed. */
const bent = (text: string, key: string, at: number, by: number): string => {
  const bytes = Buffer.from(text, 'base64url')
  const places = key === 'signature' ? placesOfNumbers(bytes) : [...bytes.keys()]
  const place = places[at % places.length] ?? 0
  bytes[place] = (bytes[place] ?? 0) ^ by
  return bytes.toString('base64url')
}

test('no fuzzed credential signs in, registers or causes a 500', async () => {
  const provider = await identityUnderTest({ LIMITS_SCALE: '100000' })
  const { userId } = await provider.addUser('ada@example.org')
  let session = (await provider.signIn(userId)).session_token
  const post = (path: string, body: object, as: string | null) =>
    provider.sdk('POST', `/webauthn/${path}`, body, { session: as, headers })
  const authenticator = createAuthenticator()
  const creation = async () =>
    (await post('register/start', { domain: 'localhost' }, session)).data.public_key_credential_creation_options
  const first = await post(
    'register',
    { public_key_credential: authenticator.create(await creation()), ...minutes },
    session,
  )
  session = String(first.data.session_token)
  const request = async () =>
    (await post('authenticate/start/primary', { domain: 'localhost' }, null)).data.public_key_credential_request_options
  const made = createAuthenticator().create(await creation())
  const signed = authenticator.get(await request())

  const state = async () =>
    JSON.stringify([
      await provider.db.selectFrom('sessions').selectAll().orderBy('session_id').execute(),
      await provider.db.selectFrom('passkeys').selectAll().orderBy('passkey_id').execute(),
      await provider.db.selectFrom('single_use_secrets').selectAll().orderBy('secret_hash').execute(),
    ])
  const before = await state()
  const texts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'] as const
  const tamper = fc.oneof(
    fc.tuple(fc.constantFrom('type', 'id', 'rawId', 'response'), wrong).map(([key, value]) => ({ [key]: value })),
    fc.tuple(fc.constantFrom(...texts), wrong).map(([key, value]) => ({ inResponse: { [key]: value } })),
    fc
      // Nothing in a registration without attestation is signed, so it may say anything.
      .tuple(
        fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature'),
        fc.nat(2_000),
        fc.integer({ min: 1, max: 255 }),
      )
      .map(([key, at, by]) => ({ bend: { key, at, by } })),
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), tamper, async (isRegistration, change) => {
      const credential = JSON.parse(isRegistration ? made : signed)
      if ('bend' in change) {
        const { key, at, by } = change.bend as { key: string; at: number; by: number }
        if (isRegistration) return
        credential.response[key] = bent(credential.response[key], key, at, by)
      } else if ('inResponse' in change) {
        const [[key = '', value] = []] = Object.entries(change.inResponse as object)
        if (credential.response[key] === undefined) return
        credential.response[key] = value
      } else Object.assign(credential, change)
      const body = { public_key_credential: JSON.stringify(credential), ...minutes }
      const answer = await (isRegistration ? post('register', body, session) : post('authenticate', body, null))
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await state()).toBe(before)
    }),
    { numRuns: 400 },
  )
  // A credential that was not changed still works.
  expect((await post('authenticate', { public_key_credential: signed, ...minutes }, null)).status).toBe(200)
})
