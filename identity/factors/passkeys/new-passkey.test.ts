import { expect, test } from 'vitest'
import { newPasskeyOf } from './register.ts'

const registration = {
  userHandle: 'aGFuZGxl',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36',
  authenticatorType: 'platform',
  isDiscoverable: false,
} as const
const verified = {
  kind: 'verified',
  credentialId: 'credential-1',
  publicKey: new Uint8Array([1, 2, 3]),
  counter: 7,
  aaguid: '00000000-0000-0000-0000-000000000000',
  isUserVerified: true,
  isBackupEligible: true,
  isBackedUp: false,
} as const
const made = { verified, registration, domain: 'example.org', transports: ['usb'], isDiscoverable: false }

test('a new passkey stores its authenticator, page and browser data, and a name', () => {
  const { kind: _, isUserVerified: __, ...ofAuthenticator } = verified
  expect(newPasskeyOf(made)).toEqual({
    ...ofAuthenticator,
    ...registration,
    domain: 'example.org',
    name: 'Chrome on Linux',
    transports: ['usb'],
  })
})

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
  [true, true, true],
])('residentKey requested: %s, reported: %s, stored as discoverable: %s', (wanted, isDiscoverable, kept) => {
  const asked = { ...registration, isDiscoverable: wanted }
  expect(newPasskeyOf({ ...made, registration: asked, isDiscoverable }).isDiscoverable).toBe(kept)
})

test.each([null, undefined])('missing transports are stored as empty: %s', transports => {
  expect(newPasskeyOf({ ...made, transports }).transports).toEqual([])
})
