import { UsageError } from '@corroborate/server-kit/command-line'
import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { firebase } from './firebase.ts'

const config = 'algorithm: SCRYPT, base64_signer_key: ke-y_==, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14'
const open = (hashConfig: string | null) => firebase({ columns: {}, hashConfig })
const { toUser } = open(config)

test.each([
  ['an id alone', {}, {}],
  [
    'an address, and a number, which a code proved',
    { email: 'ada@example.org', emailVerified: true, phoneNumber: '+41446681800' },
    {
      emails: [{ address: 'ada@example.org', verified: true }],
      phoneNumbers: [{ number: '+41446681800', verified: true }],
    },
  ],
  [
    'an address that nobody confirmed',
    { email: 'ada@example.org' },
    { emails: [{ address: 'ada@example.org', verified: false }] },
  ],
  [
    'a hash, with what the console shows',
    { passwordHash: 'h-_h==', salt: 's-_s-_==' },
    { passwordHash: '$firescrypt$ln=14,r=8,p=1$s+/s+/$h+/h$Bw$ke+y/' },
  ],
  [
    'a name, metadata and a time',
    { displayName: 'Ada', customAttributes: '{"plan":"team"}', createdAt: '1614962068417' },
    {
      name: { first: 'Ada', middle: '', last: '' },
      trustedMetadata: { plan: 'team' },
      createdAt: 1_614_962_068_417,
    },
  ],
  [
    'accounts elsewhere',
    {
      providerUserInfo: [
        ...['google.com', 'facebook.com', 'github.com', 'apple.com', 'twitter.com', 'microsoft.com'].map(
          providerId => ({ providerId, rawId: 'a' }),
        ),
        { providerId: 'password', rawId: 'ada@example.org' },
        { providerId: 'phone', rawId: '+41446681800' },
      ],
    },
    {
      links: ['google', 'facebook', 'github', 'apple', 'twitter'].map(provider => ({ provider, subject: 'a' })),
      left: ['a link to an account at microsoft.com'],
    },
  ],
  ['a second factor', { mfaInfo: [{}] }, { left: ['a second factor'] }],
  ['nothing, of another type', { mfaInfo: 'a', providerUserInfo: 'a' }, {}],
])('Firebase user: %s', (_, exported, user) =>
  expect(toUser({ localId: 'a', ...exported })).toEqual(foreignUser({ id: 'a', ...user })),
)

test('a disabled Firebase user or one without an id is rejected', () => {
  expect(() => toUser({ localId: 'a', disabled: true })).toThrow(new NotTaken('is disabled there'))
  expect(() => toUser({ localId: '' })).toThrow(ZodError)
})

test('JSON from the Firebase console is accepted', () => {
  const json = { algorithm: 'scrypt', base64_signer_key: 'key', base64_salt_separator: 'Bw', rounds: 8, mem_cost: 14 }
  const user = { localId: 'a', passwordHash: 'h', salt: 's' }
  expect(open(JSON.stringify(json)).toUser(user).passwordHash).toBe('$firescrypt$ln=14,r=8,p=1$s$h$Bw$key')
})

test.each([
  [null, 'firebase needs --hash-config'],
  ['', '--hash-config has no algorithm'],
  ['algorithm: SCRYPT', '--hash-config has no rounds'],
  [config.replace('SCRYPT', 'BCRYPT'), '--hash-config names the algorithm BCRYPT'],
  [config.replace('base64_signer_key', 'key'), '--hash-config has no base64_signer_key'],
])('a hash config of %j reports what is missing', (given, words) => {
  expect(() => open(given)).toThrow(UsageError)
  expect(() => open(given)).toThrow(words)
})
