import { describe, expect, test } from 'vitest'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { keycloak } from './keycloak.ts'

const { toUser } = keycloak({ columns: {}, hashConfig: null })
const userNamed = (more: object) => toUser({ id: 'a', ...more })

test.each([
  ['an id alone', {}, {}],
  [
    'an address, which is the user name too',
    { username: 'Ada@example.org', email: 'ada@Example.org', emailVerified: true },
    { emails: [{ address: 'ada@Example.org', verified: true }] },
  ],
  [
    'an address that nobody confirmed, and a user name',
    { username: 'ada', email: 'ada@example.org' },
    { emails: [{ address: 'ada@example.org', verified: false }], left: ['a user name'] },
  ],
  [
    'a name, attributes and a time',
    { firstName: 'Ada', lastName: 'Lovelace', attributes: { locale: ['en'] }, createdTimestamp: 1_614_962_068_417 },
    {
      name: { first: 'Ada', middle: '', last: 'Lovelace' },
      trustedMetadata: { locale: ['en'] },
      createdAt: 1_614_962_068_417,
    },
  ],
  [
    'roles, without those of everybody',
    {
      realmRoles: [
        ...['moderator', 'offline_access', 'uma_authorization', 'default-roles-journal'],
        ...['default-roles-', 'not_offline_access', 'offline_access_too'],
      ],
    },
    { roles: ['moderator', 'default-roles-', 'not_offline_access', 'offline_access_too'] },
  ],
  [
    'accounts elsewhere',
    {
      federatedIdentities: [
        ...['google', 'github', 'gitlab', 'facebook', 'twitter', 'apple', 'linkedin-openid-connect', 'microsoft'],
      ].map(identityProvider => ({ identityProvider, userId: 'a' })),
    },
    {
      links: ['google', 'github', 'gitlab', 'facebook', 'twitter', 'apple', 'linkedin'].map(provider => ({
        provider,
        subject: 'a',
      })),
      left: ['a link to an account at microsoft'],
    },
  ],
  [
    'a credential of another kind',
    { credentials: [{ type: 'x'.repeat(50) }] },
    { left: [`a credential of the kind ${'x'.repeat(40)}`] },
  ],
  [
    'nothing, of another type',
    {
      ...{ emailVerified: 'yes', enabled: 'no', serviceAccountClientId: 1 },
      ...{ credentials: 1, realmRoles: 1, federatedIdentities: 1 },
    },
    {},
  ],
])('Keycloak user: %s', (_, exported, user) => expect(userNamed(exported)).toEqual(foreignUser({ id: 'a', ...user })))

test('a Keycloak user without an id is identified by username', () => {
  expect([toUser({ username: 'ada' }).id, toUser({ id: null }).id]).toEqual(['ada', null])
})

test('a disabled user or a service account is not imported', () => {
  expect(() => userNamed({ enabled: false })).toThrow(new NotTaken('is disabled there'))
  expect(() => userNamed({ serviceAccountClientId: 'api' })).toThrow(new NotTaken('is a service account'))
})

describe('Keycloak password', () => {
  const hashOf = (secret: object, made: object) =>
    userNamed({
      credentials: [{ type: 'password', secretData: JSON.stringify(secret), credentialData: JSON.stringify(made) }],
    }).passwordHash
  const secret = { value: 'dmFsdWU=', salt: 'c2FsdA==' }
  const additionalParameters = { type: ['id'], memory: ['7168'], parallelism: ['2'], version: ['1.3'] }

  test.each([
    ['pbkdf2', 'sha1'],
    ['pbkdf2-sha1', 'sha1'],
    ['pbkdf2-sha256', 'sha256'],
    ['pbkdf2-sha512', 'sha512'],
    ['constructor', 'constructor'],
  ])('a password hashed with %s is imported as %s', (algorithm, digest) => {
    expect(hashOf(secret, { algorithm, hashIterations: '10' })).toBe(`$pbkdf2-${digest}$i=10$c2FsdA$dmFsdWU`)
  })

  test('unused password fields are ignored, and a second password too', () => {
    const credentialData = JSON.stringify({ algorithm: 'pbkdf2', hashIterations: 10 })
    const [first, second] = ['dmFsdWU=', 'b3RoZXI='].map(value => ({
      type: 'password',
      secretData: JSON.stringify({ ...secret, value }),
      credentialData,
    }))
    expect(userNamed({ credentials: [first, second] })).toMatchObject({
      passwordHash: '$pbkdf2-sha1$i=10$c2FsdA$dmFsdWU',
      left: [],
    })
  })

  test('an argon2 password keeps its costs', () => {
    expect(hashOf(secret, { algorithm: 'argon2', hashIterations: 5, additionalParameters })).toBe(
      '$argon2id$v=19$m=7168,t=5,p=2$c2FsdA$dmFsdWU',
    )
  })

  test.each([
    [
      'of another version',
      secret,
      { additionalParameters: { ...additionalParameters, version: ['1.0'] } },
      'argon2 1.0',
    ],
    ['without costs', secret, {}, 'argon2 '],
    ['with costs of another form', secret, { additionalParameters: { type: 'id' } }, 'argon2 '],
    ['with nothing', {}, {}, 'unreadable'],
    ['that is empty', { value: '', salt: 'a' }, {}, 'unreadable'],
    ['with a part of a round', secret, { hashIterations: 1.5 }, 'unreadable'],
    ['of no algorithm', secret, { algorithm: null }, 'unreadable'],
  ])('%s, the password hash is unknown', (_, given, made, hash) => {
    expect(hashOf(given, { algorithm: 'argon2', hashIterations: 5, ...made })).toBe(hash)
  })
})

describe('Keycloak authenticator app', () => {
  const made = { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }
  const app = (value: unknown = 'a1B2c3D4e5F6g7H8i9J0', more: object = {}) => ({
    type: 'otp',
    secretData: JSON.stringify({ value }),
    credentialData: JSON.stringify({ ...made, ...more }),
  })
  const left = ['an authenticator app of another kind, or a further one']

  test('the app’s secret is the bytes of its text, or base32', () => {
    expect(userNamed({ credentials: [app()] })).toMatchObject({
      authenticator: 'MEYUEMTDGNCDIZJVIY3GON2IHBUTSSRQ',
      left: [],
    })
    // Five bytes fill eight letters; fewer are padded, and the padding is left out.
    expect(userNamed({ credentials: [app('abc')] }).authenticator).toBe('MFRGG')
    expect(userNamed({ credentials: [app('MFRGG', { secretEncoding: 'BASE32' })] }).authenticator).toBe('MFRGG')
  })

  test.each([
    ['counts', app('abc', { subType: 'hotp' })],
    ['has eight digits', app('abc', { digits: 8 })],
    ['is slower', app('abc', { period: 60 })],
    ['has another digest', app('abc', { algorithm: 'HmacSHA256' })],
    ['has no secret', app('')],
    ['has a secret that is no text', app(1)],
    ['does not say what it is', { ...app(), credentialData: '{}' }],
  ])('an app is dropped where it %s', (_, credential) => {
    expect(userNamed({ credentials: [credential] })).toMatchObject({ authenticator: null, left })
  })

  test('the first of two apps is imported', () => {
    expect(userNamed({ credentials: [app('abc'), app('abd')] })).toMatchObject({ authenticator: 'MFRGG', left })
  })
})
