import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { stytch } from './stytch.ts'

const { toUser } = stytch({ columns: {}, hashConfig: null })

test.each([
  ['an id alone', {}, {}],
  [
    'addresses and numbers',
    {
      emails: [{ email: 'ada@example.org', verified: true }, { email: 'b@example.org' }],
      phone_numbers: [{ phone_number: '+41446681800', verified: true }, { phone_number: '+41446681801' }],
    },
    {
      emails: [
        { address: 'ada@example.org', verified: true },
        { address: 'b@example.org', verified: false },
      ],
      phoneNumbers: [
        { number: '+41446681800', verified: true },
        { number: '+41446681801', verified: false },
      ],
    },
  ],
  [
    'a name, roles, metadata and a time',
    {
      ...{ name: { first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' }, roles: ['stytch_user', 'editor'] },
      ...{ trusted_metadata: { a: 1 }, untrusted_metadata: { b: 2 }, created_at: '2021-03-05T00:00:00Z' },
    },
    {
      ...{ name: { first: 'Ada', middle: 'King', last: 'Lovelace' }, roles: ['stytch_user', 'editor'] },
      ...{ trustedMetadata: { a: 1 }, untrustedMetadata: { b: 2 }, createdAt: Date.UTC(2021, 2, 5) },
    },
  ],
  [
    'accounts elsewhere, but for one whose ids are made in another way',
    {
      providers: ['Google', 'GitHub', 'Microsoft'].map(provider_type => ({ provider_type, provider_subject: 'a' })),
    },
    {
      links: ['google', 'github'].map(provider => ({ provider, subject: 'a' })),
      left: ['a link to an account at Microsoft'],
    },
  ],
  [
    'what stays behind',
    {
      ...{ password: {}, totps: [{ verified: false }, { verified: true }], webauthn_registrations: [{}] },
      ...{ biometric_registrations: [{}], crypto_wallets: [{}] },
    },
    {
      left: [
        'a password, of which the file has no hash',
        'an authenticator app, of which the file has no secret',
        'a passkey, which is bound to the other place',
        'biometrics of an app',
        'a wallet',
      ],
    },
  ],
  ['no password, and an app that was never confirmed', { password: null, totps: [{ verified: false }] }, {}],
  [
    'nothing, of another type',
    {
      ...{ name: 1, emails: 1, phone_numbers: 1, providers: 1, totps: 1, webauthn_registrations: 1 },
      ...{ biometric_registrations: 1, crypto_wallets: 1, roles: 1 },
    },
    {},
  ],
])('Stytch user: %s', (_, exported, user) =>
  expect(toUser({ user_id: 'a', ...exported })).toEqual(foreignUser({ id: 'a', ...user })),
)

test('a Stytch user without an id is rejected', () => expect(() => toUser({ user_id: '' })).toThrow(ZodError))
