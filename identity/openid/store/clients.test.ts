import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type ClientSettings, clientSettings, isNative, ownScheme } from './clients.ts'
import { lackedForFapi2, parseSettings } from './manage-clients.ts'
import { isRepeat, repeatGrace } from './records.ts'
import { logoOf, readLogo } from './requests.ts'

const back = 'https://reader.example/back'
const given = { name: 'Reader', redirectUrls: [back] }

describe('custom URI scheme', () => {
  test.each([
    ['org.example.app:/back', 'org.example.app'],
    ['cursor:/', 'cursor'],
    ['a+b-c.d1://x/y?z', 'a+b-c.d1'],
  ])('custom scheme of %s', (address, scheme) => expect(ownScheme(address)).toBe(scheme))

  test.each([
    'https://reader.example/back',
    'javascript:/alert(1)',
    'data:/text',
    'intent:/x',
    'view-source:/x',
    'ms-settings:/x',
    'cursor:back',
    'cursor:/back#x',
    'cursor:/ba ck',
    '1cursor:/back',
    'Cursor:/back',
    'cursor:/back\n',
    '/back',
  ])('is none in %j', address => expect(ownScheme(address)).toBeNull())
})

describe('native public application', () => {
  const [loopback, privateScheme] = ['http://127.0.0.1/back', 'org.example.app:/back']
  test.each([
    [true, [privateScheme], [], true],
    [true, ['http://127.0.0.1/back', 'http://localhost:8000/', 'http://[::1]/'], [], true],
    [true, [loopback, back], [], true],
    [true, [back, loopback, privateScheme], [], true],
    [true, [back], [privateScheme], true],
    [true, [back], [back], false],
    [true, ['https://localhost:3000/', loopback], [], false],
    [true, [loopback], ['https://localhost:3000/'], false],
    [true, ['http://127.0.0.2/'], [], false],
    [true, [], [], false],
    [false, [privateScheme], [], false],
  ])('public %s with %j and %j is native: %s', (isPublic, redirectUrls, postLogoutRedirectUrls, native) =>
    expect(isNative({ isPublic, redirectUrls, postLogoutRedirectUrls })).toBe(native),
  )
})

describe('operator-defined application', () => {
  test('an application needs a name and a redirect URI, with defaults for the rest', () =>
    expect(parseSettings(given)).toEqual({
      kind: 'settings',
      settings: {
        name: 'Reader',
        description: '',
        firstParty: false,
        isPublic: false,
        redirectUrls: [back],
        postLogoutRedirectUrls: [],
        backchannelLogoutUrl: null,
        scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
        resources: [],
        serves: [],
        clientCredentials: false,
        pkce: true,
        authMethod: 'client_secret',
        jwks: null,
        jwksUri: null,
        profile: 'none',
        registered: {},
      } satisfies ClientSettings,
    }))

  const keys = { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })] }
  const signed = { authMethod: 'private_key_jwt', jwks: keys }
  test.each<object>([
    { redirectUrls: [], clientCredentials: true },
    { isPublic: true },
    { pkce: false },
    signed,
    { authMethod: 'private_key_jwt', jwksUri: 'https://reader.example/keys' },
    { ...signed, profile: 'fapi2' },
    { name: 'x'.repeat(80), description: 'x'.repeat(200) },
    { isPublic: true, redirectUrls: ['org.example.app:/back', 'http://localhost/back'] },
    { scopes: ['papers:read'] },
  ])('may be %j', part => expect(parseSettings({ ...given, ...part }).kind).toBe('settings'))

  test.each<[object, RegExp]>([
    [{ name: '' }, /^name: must have a visible character\.$/],
    [{ name: 'x'.repeat(81) }, /^name: must be one line/],
    [{ name: 'Reader\u202e' }, /^name: must be one line/],
    [{ description: 'x'.repeat(201) }, /^description: must be one line of at most 200/],
    [{ redirectUrls: ['http://reader.example/back'] }, /^redirectUrls\.0: must be one https URL/],
    [{ redirectUrls: [`${back}${'x'.repeat(2_048)}`] }, /^redirectUrls\.0/],
    [{ redirectUrls: Array.from({ length: 21 }, () => back) }, /^redirectUrls/],
    [{ scopes: ['two words'] }, /^scopes\.0: must be a scope without spaces/],
    [{ scopes: [''] }, /^scopes\.0/],
    [{ scopes: ['"'] }, /^scopes\.0/],
    [{ scopes: ['x'.repeat(129)] }, /^scopes\.0/],
    [{ resources: ['x'] }, /^resources\.0/],
    [{ jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, /^jwks\.keys\.0: must hold public keys only\.$/],
    [{ jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, /^jwks\.keys\.0\.kty: must be a public key/],
    [{ ...signed, jwks: { keys: [{ kty: 'EC', crv: 'P-256' }] } }, /^A key cannot be used: it is not a point/],
    [{ jwks: { keys: [] } }, /^jwks\.keys/],
    [{ redirectUrls: [] }, /^Set a redirect URL/],
    [{ isPublic: true, clientCredentials: true }, /^A public application has no secret/],
    [{ isPublic: true, pkce: false }, /^A public application has no secret/],
    [{ jwks: keys }, /^Keys are for an application with --auth-method/],
    [{ jwksUri: 'https://reader.example/keys' }, /^Keys are for an application/],
    [{ ...signed, isPublic: true }, /^A public application cannot store a key/],
    [{ authMethod: 'private_key_jwt' }, /^--auth-method private_key_jwt requires public keys/],
    [{ ...signed, jwksUri: 'https://reader.example/keys' }, /^--auth-method private_key_jwt requires/],
    [{ profile: 'fapi2' }, /^FAPI 2\.0 requires --auth-method/],
    [{ ...signed, profile: 'fapi2', pkce: false }, /^FAPI 2\.0 requires PKCE/],
    [{ ...signed, profile: 'fapi2', redirectUrls: [back, 'http://localhost/'] }, /^FAPI 2\.0 requires https/],
  ])('an application cannot have %j', (part, sentence) =>
    expect(parseSettings({ ...given, ...part })).toEqual({ kind: 'wrong', sentence: expect.stringMatching(sentence) }),
  )

  test('optional application fields can be cleared', () =>
    expect(parseSettings(undefined)).toEqual({ kind: 'wrong', sentence: expect.stringMatching(/^It: /) }))

  test.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])('a key with %s is not accepted as a public key', part =>
    expect(clientSettings.safeParse({ ...given, jwks: { keys: [{ kty: 'RSA', [part]: 'x' }] } }).success).toBe(false),
  )
})

test('a project lists every missing requirement of the FAPI 2.0 profile', () => {
  const lacks = (pushedRequests: boolean, dpop: boolean, jwtAlgorithm: 'RS256' | 'ES256') =>
    lackedForFapi2({ openid: { pushedRequests, dpop }, jwtAlgorithm } as never)
  expect(lacks(false, false, 'RS256')).toEqual(['--pushed-requests on', '--dpop on', '--jwt-algorithm ES256'])
  expect(lacks(true, true, 'ES256')).toEqual([])
})

describe('repeated use of a refresh token', () => {
  const spent = { consumed_at: 1_000, consumed_by: 'one' }
  test.each([
    ['at once', spent, 'one', 1_000, true],
    ['just before the grace is over', spent, 'one', 1_000 + repeatGrace - 1, true],
    ['as it is over', spent, 'one', 1_000 + repeatGrace, false],
    ['and asks for something else', spent, 'two', 1_000, false],
    ['and is none that may', { ...spent, consumed_by: null }, null, 1_000, false],
    ['though nobody has spent it', { consumed_at: null, consumed_by: null }, 'one', 1_000, false],
  ])('refresh repeated %s is accepted: %s', (_, by, request, now, is) => expect(isRepeat(by, request, now)).toBe(is))
})

describe('application logo', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2])
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 1])
  const webp = Buffer.from('RIFF....WEBPVP8 ')

  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('a logo is detected as %s by its magic bytes and read back unchanged', (type, bytes) => {
    const kept = logoOf(bytes)
    expect(kept).toBe(`data:${type};base64,${bytes.toString('base64')}`)
    expect(readLogo(kept ?? '')).toEqual({ type, bytes })
  })

  test('a logo has at most 64,000 bytes', () => {
    const of = (size: number) => logoOf(Buffer.concat([png, Buffer.alloc(size - png.length)]))
    expect([of(64_000) === null, of(64_001)]).toEqual([false, null])
  })

  test.each([
    ['no picture', Buffer.from('<svg onload="x()"/>')],
    ['half of a beginning', png.subarray(0, 7)],
    ['a RIFF of sound', Buffer.from('RIFF....WAVEfmt ')],
    ['the end of a WebP', Buffer.from('XXXX....WEBPVP8 ')],
    ['nothing', Buffer.alloc(0)],
  ])('an invalid logo is rejected: %s', (_, bytes) => expect(logoOf(bytes)).toBeNull())
})
