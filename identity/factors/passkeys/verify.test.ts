import { generateKeyPairSync } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import { creationOptions, requestOptions } from './options.ts'
import { createAuthenticator, domain, type Lies, origin } from './testing/index.ts'
import { verifyAssertion, verifyRegistration } from './verify.ts'

const challenge = { value: 'a'.repeat(43), domain }
const { privateKey: anotherKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const creation = JSON.stringify(
  creationOptions({
    project: { name: 'Papers' },
    domain,
    challenge: challenge.value,
    registering: { userHandle: 'ada', authenticatorType: '', userAgent: '', isDiscoverable: true },
    name: 'ada',
    displayName: '',
    known: [],
  }),
)
const make = (lies: Lies = {}): RegistrationResponseJSON => JSON.parse(createAuthenticator().create(creation, lies))
const verifyMade = (made: RegistrationResponseJSON) => verifyRegistration(made, challenge, [origin])

const request = JSON.stringify(requestOptions({ domain, challenge: challenge.value, allowed: [] }))
const verifySigned = (lies: Lies = {}) => {
  const authenticator = createAuthenticator()
  const signed = JSON.parse(authenticator.get(request, lies)) as AuthenticationResponseJSON
  const { credentialId } = authenticator
  return verifyAssertion(signed, challenge, [origin], { credentialId, publicKey: authenticator.publicKey() })
}

test.each<Lies>([
  {},
  { isUserVerified: false },
  { isBackupEligible: true },
  { isBackupEligible: true, isBackedUp: true },
  { counter: 7 },
  { isSelfAttested: true },
])('a credential that was made so is kept: %j', async lies => {
  const made = make(lies)
  expect(await verifyMade(made)).toEqual({
    kind: 'verified',
    credentialId: made.id,
    publicKey: expect.any(Uint8Array),
    counter: lies.counter ?? 0,
    aaguid: '00000000-0000-0000-0000-000000000000',
    isUserVerified: lies.isUserVerified ?? true,
    isBackupEligible: lies.isBackupEligible ?? false,
    isBackedUp: lies.isBackedUp ?? false,
  })
})

test.each(['', 'AA', Buffer.alloc(15, 1).toString('base64url')])(
  'a credential id shorter than 16 bytes is rejected: %j',
  async credentialId => expect((await verifyMade(make({ credentialId }))).kind).toBe('refused'),
)

test('a credential key that is off its curve is rejected', async () => {
  expect(await verifyMade(make({ isOffCurve: true }))).toEqual({
    kind: 'refused',
    reason: 'a public key that cannot be used: it is not a point of its curve',
  })
})

test('a credential attested by another key is rejected', async () => {
  expect(await verifyMade(make({ isSelfAttested: true, key: anotherKey }))).toEqual({
    kind: 'refused',
    reason: 'not verified',
  })
})

test('a credential id that differs from the authenticator data is rejected', async () => {
  const { id } = make()
  expect(await verifyMade({ ...make(), id, rawId: id })).toEqual({ kind: 'refused', reason: 'another credential id' })
})

test.each(['packed', 'tpm', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'of no kind'])(
  'an attestation of format %s with certificates is rejected before verification',
  async fmt => {
    const attStmt = new Map<string, unknown>([['x5c', [new Uint8Array([1, 2, 3])]]])
    expect(await verifyMade(make({ attestation: { fmt, attStmt } }))).toEqual({
      kind: 'refused',
      reason: 'an attestation that nobody asked for',
    })
  },
)

test('an attestation format that requires certificates is rejected without them too', async () => {
  expect(await verifyMade(make({ attestation: { fmt: 'tpm', attStmt: new Map() } }))).toEqual({
    kind: 'refused',
    reason: 'an attestation that nobody asked for',
  })
})

test.each<[string, Lies]>([
  ['challenge', { challenge: 'b'.repeat(43) }],
  ['origin', { origin: 'https://evil.example' }],
  ['RP ID', { rpId: 'evil.example' }],
])('a mismatched %s is rejected with the reason', async (what, lies) => {
  const refused = { kind: 'refused', reason: expect.stringContaining(what) }
  expect(await verifyMade(make(lies))).toEqual(refused)
  expect(await verifySigned(lies)).toEqual(refused)
})

test.each<Lies>([{}, { isUserVerified: false }, { isBackupEligible: true, isBackedUp: true }, { counter: 7 }])(
  'a sign-in gives what its authenticator says: %j',
  async lies => {
    expect(await verifySigned(lies)).toEqual({
      kind: 'verified',
      counter: lies.counter ?? 0,
      isUserVerified: lies.isUserVerified ?? true,
      isBackupEligible: lies.isBackupEligible ?? false,
      isBackedUp: lies.isBackedUp ?? false,
    })
  },
)

test('an assertion signed by another key is rejected', async () => {
  expect(await verifySigned({ key: anotherKey })).toEqual({ kind: 'refused', reason: 'another signature' })
})
