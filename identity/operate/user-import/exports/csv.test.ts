import { UsageError } from '@corroborate/server-kit/command-line'
import { expect, test } from 'vitest'
import { foreignUser } from '../foreign-user.ts'
import { csv, csvColumns } from './firebase.ts'

const open = (columns: Readonly<Record<string, string>>) => csv({ columns, hashConfig: null })

test.each([
  ['nothing where all is empty', {}, {}],
  ['nothing where all is NULL', { i: 'NULL', m: '\\N', p: 'NULL', h: 'NULL', t: 'NULL' }, {}],
  ['an id', { i: '7' }, { id: '7' }],
  [
    'an address and a number',
    { m: 'ada@x.example', mv: 't', p: '+41446681800', pv: '1' },
    {
      emails: [{ address: 'ada@x.example', verified: true }],
      phoneNumbers: [{ number: '+41446681800', verified: true }],
    },
  ],
  [
    'an address and a number that nobody confirmed',
    { m: 'ada@x.example', mv: 'f', p: '+41446681800', pv: '' },
    {
      emails: [{ address: 'ada@x.example', verified: false }],
      phoneNumbers: [{ number: '+41446681800', verified: false }],
    },
  ],
  ['a hash', { h: '$2b$!*' }, { passwordHash: '$2b$!*' }],
  ['no hash where there is no password', { h: '!cannot' }, {}],
  ['no hash where the account is locked', { h: '*' }, {}],
  ['a whole name', { n: 'Ada Lovelace' }, { name: { first: 'Ada Lovelace', middle: '', last: '' } }],
  [
    'a name in its parts',
    { n: 'A', f: 'Ada', k: 'King', l: 'Lovelace' },
    { name: { first: 'Ada', middle: 'King', last: 'Lovelace' } },
  ],
  ['a time', { c: '2021-03-05' }, { createdAt: Date.UTC(2021, 2, 5) }],
  ['an authenticator app', { t: 'ABC' }, { authenticator: 'ABC' }],
])('CSV user: %s', (_, row, user) => {
  const names = ['i', 'm', 'mv', 'p', 'pv', 'h', 'n', 'f', 'k', 'l', 'c', 't']
  const columns = Object.fromEntries(csvColumns.map((name, n) => [name, names[n] ?? '']))
  expect(open(columns).toUser(row)).toEqual(foreignUser(user))
})

test('addresses and numbers without a verified column count as verified', () => {
  expect(open({ email: 'm', phone_number: 'p' }).toUser({ m: 'ada@x.example', p: '+41446681800' })).toMatchObject({
    id: null,
    emails: [{ verified: true }],
    phoneNumbers: [{ verified: true }],
  })
})

test.each([
  [{ mail: 'mail', email: 'email' }, '--columns names mail.'],
  [{ id: 'id' }, 'csv needs --columns'],
])('the columns %j are rejected', (columns, words) => {
  expect(() => open(columns)).toThrow(UsageError)
  expect(() => open(columns)).toThrow(words)
})

test('a phone number column is sufficient', () => expect(open({ phone_number: 'p' }).counts).toBe('line'))
