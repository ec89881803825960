import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { clerk } from './index.ts'

const { toUser } = clerk({ columns: {}, hashConfig: null })

test.each([
  ['an id alone', {}, {}],
  [
    'addresses, the main one first and each once',
    {
      primary_email_address: 'b@x.example',
      verified_email_addresses: 'a@x.example|b@x.example,c@x.example',
      unverified_email_addresses: ' d@x.example; c@x.example',
    },
    {
      emails: [
        { address: 'b@x.example', verified: true },
        { address: 'a@x.example', verified: true },
        { address: 'c@x.example', verified: true },
        { address: 'd@x.example', verified: false },
      ],
    },
  ],
  [
    'a main address that nobody confirmed',
    { primary_email_address: 'a@x.example', unverified_email_addresses: 'a@x.example' },
    { emails: [{ address: 'a@x.example', verified: false }] },
  ],
  [
    'numbers',
    {
      primary_phone_number: '+2',
      verified_phone_numbers: '+1|+2',
      unverified_phone_numbers: '+3',
    },
    {
      phoneNumbers: [
        { number: '+2', verified: true },
        { number: '+1', verified: true },
        { number: '+3', verified: false },
      ],
    },
  ],
  [
    'a name and a time',
    { first_name: 'Ada', last_name: 'Lovelace', created_at: '2021-03-05' },
    { name: { first: 'Ada', middle: '', last: 'Lovelace' }, createdAt: Date.UTC(2021, 2, 5) },
  ],
  ['a hash', { password_digest: '$2b$', password_hasher: 'bcrypt' }, { passwordHash: '$2b$' }],
  [
    'a hash that Django made with bcrypt',
    { password_digest: '$2b$', password_hasher: 'bcrypt_sha256_django' },
    { passwordHash: 'bcrypt_sha256$$2b$' },
  ],
  [
    'a hash of Django that says itself how it was made',
    { password_digest: 'bcrypt_sha256$$2b$', password_hasher: 'bcrypt_sha256_django' },
    { passwordHash: 'bcrypt_sha256$$2b$' },
  ],
  ['an authenticator app', { totp_secret: 'ABC' }, { authenticator: 'ABC' }],
  ['a user name', { username: 'ada' }, { left: ['a user name'] }],
])('Clerk user: %s', (_, row, user) => expect(toUser({ id: 'a', ...row })).toEqual(foreignUser({ id: 'a', ...user })))

test('a Clerk user without an id is rejected', () => {
  expect(() => toUser({ id: '', primary_email_address: 'a@x.example' })).toThrow(ZodError)
})
