import { expect, test } from 'vitest'
import { ZodError } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { jsonLines } from './index.ts'

const { toUser } = jsonLines({ columns: {}, hashConfig: null })

test.each([
  ['nothing', {}, {}],
  [
    'an address and a number, which the operator vouches for',
    { email: 'Ada@example.org', phone_number: '+41446681800' },
    {
      emails: [{ address: 'ada@example.org', verified: true }],
      phoneNumbers: [{ number: '+41446681800', verified: true }],
    },
  ],
  [
    'an address and a number that nobody proved',
    {
      ...{ email: 'ada@example.org', email_verified: false },
      ...{ phone_number: '+41446681800', phone_number_verified: false },
    },
    {
      emails: [{ address: 'ada@example.org', verified: false }],
      phoneNumbers: [{ number: '+41446681800', verified: false }],
    },
  ],
  [
    'a name',
    { name: { first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' } },
    { name: { first: 'Ada', middle: 'King', last: 'Lovelace' } },
  ],
  [
    'everything else',
    {
      ...{ password_hash: '$2b$', roles: ['moderator'], external_id: '7', created_at: '2021-03-05T00:00:00Z' },
      ...{ trusted_metadata: { a: 1 }, untrusted_metadata: { b: 2 } },
    },
    {
      ...{ passwordHash: '$2b$', roles: ['moderator'], id: '7', createdAt: Date.UTC(2021, 2, 5) },
      ...{ trustedMetadata: { a: 1 }, untrustedMetadata: { b: 2 } },
    },
  ],
])('JSON Lines user: %s', (_, line, user) => expect(toUser(line)).toEqual(foreignUser({ strict: true, ...user })))

test.each([
  { mail: 'ada@example.org' },
  { name: { first: 'Ada' } },
  { name: { first_name: 'x'.repeat(129) } },
  { external_id: '' },
  { external_id: 'x'.repeat(129) },
  { created_at: 'yesterday' },
  { phone_number: '123' },
  { roles: 'moderator' },
])('%j is refused, so that nothing that was meant is lost', line => {
  expect(() => toUser(line)).toThrow(ZodError)
})

test('names and ids are limited in length', () => {
  const line = { external_id: 'x'.repeat(128), name: { first_name: 'x'.repeat(128) } }
  expect(toUser(line)).toMatchObject({ id: line.external_id, name: { first: line.name.first_name } })
})
