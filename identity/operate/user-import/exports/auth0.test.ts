import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { auth0 } from './index.ts'

const { toUser } = auth0({ columns: {}, hashConfig: null })

test.each([
  ['all of a user', { user_id: 'auth0|1' }, {}],
  [
    'an address and a number',
    {
      ...{ user_id: 'auth0|1', email: 'ada@example.org', email_verified: true },
      ...{ phone_number: '+41446681800', phone_verified: true },
    },
    {
      emails: [{ address: 'ada@example.org', verified: true }],
      phoneNumbers: [{ number: '+41446681800', verified: true }],
    },
  ],
  [
    'an address and a number that nobody confirmed',
    { user_id: 'auth0|1', email: 'ada@example.org', phone_number: '+41446681800' },
    {
      emails: [{ address: 'ada@example.org', verified: false }],
      phoneNumbers: [{ number: '+41446681800', verified: false }],
    },
  ],
  ['a name', { user_id: 'auth0|1', name: 'Ada' }, { name: { first: 'Ada', middle: '', last: '' } }],
  [
    'a name in two parts',
    { user_id: 'auth0|1', name: 'A', given_name: 'Ada', family_name: 'Lovelace' },
    { name: { first: 'Ada', middle: '', last: 'Lovelace' } },
  ],
  [
    'an address in place of a name',
    { user_id: 'auth0|1', name: 'ada@example.org', email: 'ada@example.org' },
    { emails: [{ address: 'ada@example.org', verified: false }] },
  ],
  [
    'metadata and a time',
    { user_id: 'auth0|1', app_metadata: { a: 1 }, user_metadata: { b: 2 }, created_at: '2021-03-05T00:00:00Z' },
    { trustedMetadata: { a: 1 }, untrustedMetadata: { b: 2 }, createdAt: Date.UTC(2021, 2, 5) },
  ],
  [
    'accounts elsewhere',
    {
      user_id: 'auth0|1',
      identities: [
        ...['google-oauth2', 'facebook', 'github', 'apple', 'twitter', 'linkedin', 'amazon', 'windowslive'].map(
          provider => ({ provider, user_id: 'a' }),
        ),
        { provider: 'auth0', user_id: '1' },
        { provider: 'github', user_id: 583_231 },
        { provider: 'github', user_id: {} },
      ],
    },
    {
      links: [
        ...['google', 'facebook', 'github', 'apple', 'twitter', 'linkedin', 'amazon'].map(provider => ({
          provider,
          subject: 'a',
        })),
        { provider: 'github', subject: '583231' },
      ],
      left: ['a link to an account at windowslive', 'a link to an account at github'],
    },
  ],
  [
    'a user name and a second factor',
    { user_id: 'auth0|1', username: 'ada', multifactor: ['guardian'] },
    { left: ['a user name', 'a second factor'] },
  ],
  ['nothing, of another type', { user_id: 'auth0|1', identities: 'a', multifactor: 'a' }, {}],
])('Auth0 user: %s', (_, exported, user) => expect(toUser(exported)).toEqual(foreignUser({ id: 'auth0|1', ...user })))

test.each([
  [{ $oid: '1' }, { email: 'ada@example.org', email_verified: true }, [{ address: 'ada@example.org', verified: true }]],
  ['1', { email: 'ada@example.org' }, [{ address: 'ada@example.org', verified: false }]],
  ['1', {}, []],
])('an Auth0 password hash of %j is added to a user', (_id, more, emails) => {
  expect(toUser({ _id, passwordHash: '$2b$', ...more })).toEqual(
    foreignUser({ id: 'auth0|1', emails, passwordHash: '$2b$', onlyAdds: true }),
  )
})

test('a blocked Auth0 user is not imported', () => {
  expect(() => toUser({ user_id: 'a', blocked: true })).toThrow(new NotTaken('is blocked there'))
})

test.each([{}, { user_id: '' }, { _id: '1', passwordHash: '' }, { _id: {}, passwordHash: 'a' }])(
  '%j is not an Auth0 user',
  exported => expect(() => toUser(exported)).toThrow(ZodError),
)
