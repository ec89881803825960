import { describe, expect, test } from 'vitest'
import { checkUser } from './check-user.ts'
import { type ForeignUser, foreignUser, NotTaken } from './foreign-user.ts'

const now = Date.UTC(2030, 0, 1)
const email = { address: 'ada@example.org', verified: true }
const check = (known: Partial<ForeignUser>) =>
  checkUser(foreignUser({ emails: [email], ...known }), { roles: ['stytch_user', 'moderator'], now })
const secret = 'JBSWY3DPEHPK3PXP'

test('a valid imported user is kept unchanged', () => {
  const hash = `$2b$10$${'a'.repeat(53)}`
  const { user, left } = check({
    id: '7',
    phoneNumbers: [{ number: '+41446681800', verified: true }],
    name: { first: 'Ada', middle: 'King', last: 'Lovelace' },
    passwordHash: hash,
    roles: ['moderator'],
    trustedMetadata: { a: 1 },
    untrustedMetadata: { b: 2 },
    createdAt: now - 1,
    links: [{ provider: 'google', subject: '1' }],
    authenticator: secret,
    left: ['a wallet'],
  })
  expect(left).toEqual(['a wallet'])
  expect(user).toEqual({
    id: '7',
    emails: [{ value: 'ada@example.org', verified: true }],
    phoneNumbers: [{ value: '+41446681800', verified: true }],
    name: { first: 'Ada', middle: 'King', last: 'Lovelace' },
    password: { scheme: 'bcrypt', hash },
    roles: ['moderator'],
    trustedMetadata: { a: 1 },
    untrustedMetadata: { b: 2 },
    createdAt: now - 1,
    links: [{ provider: 'google', subject: '1' }],
    authenticator: secret,
    onlyAdds: false,
  })
})

test('an imported user with only an address has no other data', () => {
  expect(check({})).toEqual({
    left: [],
    user: {
      ...{ id: null, emails: [{ value: 'ada@example.org', verified: true }], phoneNumbers: [] },
      ...{ name: { first: '', middle: '', last: '' }, password: null, roles: [] },
      ...{ trustedMetadata: {}, untrustedMetadata: {}, createdAt: null, links: [] },
      ...{ authenticator: null, onlyAdds: false },
    },
  })
})

describe('invalid imported user', () => {
  test.each([
    ['without an address or a number', { emails: [] }, 'needs an email or a phone_number'],
    ['with an id that is too long', { id: 'x'.repeat(129) }, 'has an id that is too long, or no text'],
    ['with an empty id', { id: '' }, 'has an id that is too long, or no text'],
    ['with a control character in the id', { id: 'a\u0007b' }, 'has an id that is too long, or no text'],
    ['with half a letter in the id', { id: 'a\uD800' }, 'has an id that is too long, or no text'],
    [
      'with a main address that is none',
      { emails: [{ address: 'x'.repeat(90), verified: true }, email] },
      `has an email that is none: ${'x'.repeat(80)}`,
    ],
  ])('an imported user %s is rejected', (_, known, reason) => expect(() => check(known)).toThrow(new NotTaken(reason)))

  test.each([
    ['an id of 128 letters', { id: 'x'.repeat(128) }],
    ['a number alone', { emails: [], phoneNumbers: [{ number: '+41446681800', verified: false }] }],
    ['a link alone', { emails: [], links: [{ provider: 'google', subject: '1' }] }],
    ['nothing, where it only adds', { emails: [], onlyAdds: true }],
  ])('an imported user with %s is accepted', (_, known) => expect(() => check(known)).not.toThrow())
})

test.each([
  ['both where both are proved', [true, true], ['a', 'b'], []],
  ['the proved one', [true, false], ['a'], ['a further address that was never confirmed']],
  [
    'the proved one, though it is not the main one',
    [false, true],
    ['b'],
    ['a further address that was never confirmed'],
  ],
  ['the main one where none is proved', [false, false], ['a'], ['a further address that was never confirmed']],
])('of two imported addresses %s counts', (_, verified, kept, words) => {
  const { user, left } = check({ emails: verified.map((is, n) => ({ address: `${'ab'[n]}@x.example`, verified: is })) })
  expect(user.emails.map(({ value }) => value)).toEqual(kept.map(name => `${name}@x.example`))
  expect(left).toEqual(words)
})

test('a duplicate address is merged, and an invalid additional one is dropped', () => {
  const { user, left } = check({
    emails: [email, { address: 'ADA@example.org', verified: true }, { address: 'none', verified: true }],
  })
  expect(user.emails).toEqual([{ value: 'ada@example.org', verified: true }])
  expect(left).toEqual(['a further address that is none'])
})

describe('imported phone number', () => {
  const numbers = (known: Partial<ForeignUser>) => {
    const { user, left } = check(known)
    return [user.phoneNumbers, left]
  }

  test.each(['+41 44 668 18 00', '+41-44-668-18-00', '+41.44.668.18.00', '+(41)446681800', '+41\t446681800'])(
    'the phone number is parsed: %j',
    number => {
      expect(numbers({ phoneNumbers: [{ number, verified: true }] })).toEqual([
        [{ value: '+41446681800', verified: true }],
        [],
      ])
    },
  )

  test('a phone number not in international format is dropped', () => {
    expect(numbers({ phoneNumbers: [{ number: '044 668 18 00', verified: true }] })).toEqual([
      [],
      ['a phone number that is not in international form'],
    ])
  })

  const unproved = { number: '+41446681800', verified: false }
  const words = 'has a phone_number that is not verified beside an email: leave the number out'
  test('an unverified contact is imported only if it is the only one', () => {
    expect(numbers({ emails: [], phoneNumbers: [unproved] })).toEqual([
      [{ value: '+41446681800', verified: false }],
      [],
    ])
    expect(numbers({ phoneNumbers: [unproved] })).toEqual([[], [words]])
    const first = { number: '+41446681801', verified: true }
    expect(numbers({ emails: [], phoneNumbers: [first, unproved] })).toEqual([
      [{ value: '+41446681801', verified: true }],
      [words],
    ])
  })
})

test.each([
  ['  Ada  ', 'Ada'],
  ['Ada\u0000\u2028\u2029King', 'Ada King'],
  ['Ada\uD800', 'Ada\uFFFD'],
  ['𝒜'.repeat(130), '𝒜'.repeat(128)],
])('the name %j is stored as %j', (given, name) => {
  expect(check({ name: { first: given, middle: given, last: given } }).user.name).toEqual({
    first: name,
    middle: name,
    last: name,
  })
})

test.each([
  [now, now],
  [1, 1],
  [now + 1, null],
  [0, null],
  [-1, null],
  [null, null],
])('created_at %j is stored as %j', (createdAt, since) => {
  expect(check({ createdAt }).user.createdAt).toBe(since)
})

test('duplicate roles are merged, and the default role is not stored', () => {
  expect(check({ roles: ['stytch_user', 'moderator', 'moderator'] })).toMatchObject({
    user: { roles: ['moderator'] },
    left: [],
  })
})

test('a link needs a known provider and a text id', () => {
  const links = [
    { provider: 'nobody', subject: '1' },
    { provider: 'google', subject: '' },
    { provider: 'google', subject: 'x'.repeat(256) },
    { provider: 'google', subject: 'x'.repeat(255) },
  ]
  expect(check({ links }).user.links).toEqual([links[3]])
})

describe('imported authenticator app', () => {
  test.each([
    [`jbsw-y3dp ehpk3pxp==`, secret],
    // Ten bytes, which are the least, and eleven, which do not fill eight letters.
    ['AAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAA'],
    ['AAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAA'],
  ])('an app with the secret %j is imported', (authenticator, kept) => {
    expect(check({ authenticator })).toMatchObject({ user: { authenticator: kept }, left: [] })
  })

  test.each(['', 'AAAAAAAA', 'AAAAAAAAAAAAAAA', '1'.repeat(16)])(
    'an app with the secret %j is dropped',
    authenticator => {
      expect(check({ authenticator })).toMatchObject({
        user: { authenticator: null },
        left: ['an authenticator app whose secret is too short, or not base32'],
      })
    },
  )
})

describe('data that cannot be imported', () => {
  const deep = { a: { a: { a: { a: { a: { a: { a: { a: { a: { a: {} } } } } } } } } } }
  const cases = [
    [{ passwordHash: 'md5' }, 'password_hash: is no bcrypt, scrypt, PBKDF2 or argon2 hash we know, or too dear'],
    [{ roles: ['x'.repeat(70)] }, `the role ${'x'.repeat(60)}, which the project does not have`],
    [{ trustedMetadata: deep }, 'metadata that is larger, or deeper, than we keep'],
    [{ untrustedMetadata: deep }, 'metadata that is larger, or deeper, than we keep'],
    [{ authenticator: 'x' }, 'an authenticator app whose secret is too short, or not base32'],
  ] as const

  test.each(cases)('data of %j is reported and dropped', (known, words) => {
    const { user, left } = check(known)
    expect(left).toEqual([words])
    expect(user).toEqual(check({}).user)
  })

  test.each(cases)('data of %j rejects the user in our own format', (known, words) => {
    expect(() => check({ ...known, strict: true })).toThrow(new NotTaken(words))
  })
})
