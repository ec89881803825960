import { describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { supabase } from './supabase.ts'

const { toUser } = supabase({ columns: {}, hashConfig: null })

describe('Supabase user', () => {
  const row = (more: object) => toUser({ id: 'a', encrypted_password: '', ...more })

  test.each([
    ['has an id alone', {}, {}],
    [
      'has an address and a number, which is written without its plus',
      {
        ...{ email: 'ada@example.org', email_confirmed_at: '2023-01-31' },
        ...{ phone: '41446681800', phone_confirmed_at: '2023-01-31' },
      },
      {
        emails: [{ address: 'ada@example.org', verified: true }],
        phoneNumbers: [{ number: '+41446681800', verified: true }],
      },
    ],
    [
      'has an address and a number that nobody confirmed',
      { email: 'ada@example.org', email_confirmed_at: 'NULL', phone: '+41446681800' },
      {
        emails: [{ address: 'ada@example.org', verified: false }],
        phoneNumbers: [{ number: '+41446681800', verified: false }],
      },
    ],
    ['has a password', { encrypted_password: '$2b$' }, { passwordHash: '$2b$' }],
    [
      'has a name, and words of its own',
      {
        raw_user_meta_data: {
          ...{ full_name: 'Ada Lovelace', name: 'Ada', lang: 'en', sub: '1', iss: 'a', email: 'a' },
          ...{ email_verified: true, phone_verified: true, provider_id: '1' },
        },
      },
      { name: { first: 'Ada Lovelace', middle: '', last: '' }, untrustedMetadata: { lang: 'en' } },
    ],
    [
      'has a name in another place',
      { raw_user_meta_data: '{"full_name":7,"name":"Ada"}' },
      { name: { first: 'Ada', middle: '', last: '' } },
    ],
    [
      'has what the application says of it, and a time',
      { raw_app_meta_data: { provider: 'email', providers: ['email'], plan: 'team' }, created_at: '2021-03-05' },
      { trustedMetadata: { plan: 'team' }, createdAt: Date.UTC(2021, 2, 5) },
    ],
    ['is a person', { is_anonymous: 'f' }, {}],
    ['is a person, in JSON', { is_anonymous: false }, {}],
  ])('Supabase user: %s', (_, given, user) => expect(row(given)).toEqual(foreignUser({ id: 'a', ...user })))

  test.each([
    [{ deleted_at: '2024-01-31' }, 'is deleted there'],
    [{ banned_until: '2024-01-31' }, 'is banned there'],
    [{ is_anonymous: 't' }, 'is anonymous there'],
    [{ is_anonymous: true }, 'is anonymous there'],
  ])('a Supabase user with %j %s', (given, reason) => expect(() => row(given)).toThrow(new NotTaken(reason)))
})

test.each([
  [{ provider: 'google', provider_id: '1' }, { links: [{ provider: 'google', subject: '1' }] }],
  [
    { provider: 'google', provider_id: '1', identity_data: '{"sub":"2"}' },
    { links: [{ provider: 'google', subject: '1' }] },
  ],
  [{ provider: 'google', identity_data: { sub: '2' } }, { links: [{ provider: 'google', subject: '2' }] }],
  [{ provider: 'linkedin_oidc', provider_id: '1' }, { links: [{ provider: 'linkedin', subject: '1' }] }],
  ...['github', 'gitlab', 'facebook', 'apple', 'discord', 'twitch', 'twitter', 'figma'].map(
    provider => [{ provider, provider_id: '1' }, { links: [{ provider, subject: '1' }] }] as const,
  ),
  [{ provider: 'kakao', provider_id: '1' }, { left: ['a link to an account at kakao'] }],
  [{ provider: 'email', provider_id: '1' }, {}],
  [{ provider: 'phone', provider_id: '1' }, {}],
] as const)('an identity of %j adds %j', (given, user) => {
  expect(toUser({ user_id: 'a', identity_data: {}, ...given })).toEqual(
    foreignUser({ id: 'a', onlyAdds: true, ...user }),
  )
})

test.each([
  [{ factor_type: 'totp', secret: 'ABC' }, { authenticator: 'ABC' }],
  [{ factor_type: 'totp', secret: '' }, { left: ['a second factor'] }],
  [{ factor_type: 'phone', secret: 'ABC' }, { left: ['a second factor'] }],
])('a second factor of %j adds %j', (given, user) => {
  expect(toUser({ user_id: 'a', status: 'verified', ...given })).toEqual(
    foreignUser({ id: 'a', onlyAdds: true, ...user }),
  )
})

test('an unconfirmed second factor and rows of other tables are not imported', () => {
  expect(() => toUser({ user_id: 'a', factor_type: 'totp', status: 'unverified', secret: 'ABC' })).toThrow(
    new NotTaken('is a second factor that was never confirmed'),
  )
  expect(() => toUser({ id: 'a' })).toThrow(
    new NotTaken('is no row of auth.users, auth.identities or auth.mfa_factors'),
  )
})

test.each([
  'a',
  { id: '', encrypted_password: '' },
  { user_id: '', identity_data: {} },
  { user_id: '', factor_type: 'totp' },
])('%j is no row', row => expect(() => toUser(row)).toThrow(ZodError))
