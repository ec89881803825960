import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { sessionClaim } from '@corroborate/wire/session-jwt'
import { describe, expect, test } from 'vitest'
import { readKeySet, type SessionKeySet } from './session-keys.ts'
import { verifySessionJwt } from './verify-session-jwt.ts'

const now = Date.UTC(2026, 10, 21, 12)
const issuer = 'https://identity.example'
const audience = 'project-test-1'

const rsa = (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength })
const ours = rsa()
const evil = rsa()
const elliptic = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve })
const ourCurve = elliptic()
const jwkOf = (key: KeyObject, kid: string, alg = 'RS256') => ({
  ...key.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
})
const keySet = (...jwks: object[]): SessionKeySet => readKeySet(JSON.parse(JSON.stringify({ keys: jwks }))) ?? new Map()
const keys = keySet(jwkOf(ours.publicKey, 'jwk-1'), jwkOf(ourCurve.publicKey, 'jwk-ec', 'ES256'))

const seconds = now / 1_000
const claims = {
  iss: issuer,
  aud: [audience],
  sub: 'user-test-1',
  iat: seconds,
  nbf: seconds,
  exp: seconds + 300,
  [sessionClaim]: { id: 'session-test-1', roles: ['stytch_user'], authentication_factors: [{ type: 'password' }] },
}
const head = { alg: 'RS256', kid: 'jwk-1', typ: 'JWT' }

const encode = (text: string) => Buffer.from(text).toString('base64url')
const signedBy = (key: KeyObject, header: string, body: string) => {
  const input = `${encode(header)}.${encode(body)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
/** Signs a JWT with our key and arbitrary content. */
const jwt = ({ header = {}, ...said }: Record<string, unknown> & { header?: object } = {}) =>
  signedBy(ours.privateKey, JSON.stringify({ ...head, ...header }), JSON.stringify({ ...claims, ...said }))

const unlikeAJwt = { kind: 'refused', reason: 'it does not look like a JWT' }
const check = (token: string, known = keys) => verifySessionJwt(token, { keys: known, issuer, audience, now })

describe('session JWT of our project', () => {
  test('a JWT yields its session and expiry', async () => {
    expect(await check(jwt())).toEqual({
      kind: 'verified',
      session: {
        sessionId: 'session-test-1',
        userId: 'user-test-1',
        roles: ['stytch_user'],
        factors: [{ type: 'password' }],
        owesSecondFactor: false,
        impersonator: null,
        issuedAt: now,
        expiresAt: now + 300_000,
      },
    })
  })

  test.each([
    ['owed', true],
    ['proved', false],
    ['remembered', false],
  ])('the second-factor state is read from the JWT: %s', async (second_factor, owesSecondFactor) => {
    expect(await check(jwt({ second_factor }))).toMatchObject({ kind: 'verified', session: { owesSecondFactor } })
  })

  test('a JWT may be signed with ES256', async () => {
    const header = JSON.stringify({ alg: 'ES256', kid: 'jwk-ec', typ: 'JWT' })
    const body = JSON.stringify(claims)
    expect((await check(signedBy(ourCurve.privateKey, header, body))).kind).toBe('verified')
    expect((await check(signedBy(elliptic().privateKey, header, body))).kind).toBe('refused')
    // JOSE wants R and S side by side; DER is how other programs write the same signature.
    const input = `${encode(header)}.${encode(body)}`
    const der = sign('sha256', Buffer.from(input), ourCurve.privateKey).toString('base64url')
    expect((await check(`${input}.${der}`)).kind).toBe('refused')
  })

  test('a JWT may have a single audience and no typ', async () => {
    expect((await check(jwt({ aud: audience, header: { typ: undefined } }))).kind).toBe('verified')
  })

  test('a JWT tolerates ten seconds of clock skew', async () => {
    expect((await check(jwt({ iat: seconds + 10, nbf: seconds + 10 }))).kind).toBe('verified')
    expect((await check(jwt({ exp: seconds - 9 }))).kind).toBe('verified')
  })

  test('a JWT may have no roles and no factors', async () => {
    expect(await check(jwt({ [sessionClaim]: { id: 'session-test-1' } }))).toMatchObject({
      kind: 'verified',
      session: { roles: [], factors: [] },
    })
  })

  test('a JWT is at most as long as a cookie', async () => {
    const header = JSON.stringify({ alg: 'ES256', kid: 'jwk-ec', typ: 'JWT' })
    const ofBody = (bytes: number) => signedBy(ourCurve.privateKey, header, JSON.stringify(claims).padEnd(bytes))
    const [longest, tooLong] = [ofBody(2_964), ofBody(2_965)]
    expect([longest.length, tooLong.length]).toEqual([4_096, 4_098])
    expect((await check(longest)).kind).toBe('verified')
    expect(await check(tooLong)).toEqual(unlikeAJwt)
  })

  test('a JWT signed before a rotation is verified with the older key', async () => {
    const both = keySet(jwkOf(evil.publicKey, 'jwk-2'), jwkOf(ours.publicKey, 'jwk-1'))
    expect((await check(jwt(), both)).kind).toBe('verified')
  })

  test('a JWT with an unknown key id is reported as such', async () => {
    expect(await check(jwt({ header: { kid: 'jwk-9' } }))).toEqual({ kind: 'unknown-key' })
  })
})

test('a JWT that just expired is reported as such', async () => {
  expect(await check(jwt({ exp: seconds - 10 }))).toEqual({ kind: 'expired' })
})

describe('rejected JWT', () => {
  const refused = async (token: string) => expect((await check(token)).kind).toBe('refused')

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without an issuer', { iss: undefined }],
    ['for another project', { aud: ['project-test-2'] }],
    ['for nobody', { aud: undefined }],
    ['for a project whose name ours begins with', { aud: 'project-test-11' }],
    ['that never expires', { exp: undefined }],
    ['that expires at a text', { exp: String(seconds + 300) }],
    ['that begins later', { nbf: seconds + 11 }],
    ['that does not say when it begins', { nbf: undefined }],
    ['issued in the future', { iat: seconds + 11 }],
    ['issued at no time', { iat: null }],
    ['about nobody', { sub: undefined }],
    ['about somebody without an id', { sub: '' }],
    ['about no session', { [sessionClaim]: undefined }],
    ['about nothing in place of a session', { [sessionClaim]: null }],
    ['about a session without an id', { [sessionClaim]: { roles: [] } }],
    ['about a session with an empty id', { [sessionClaim]: { id: '' } }],
    ['whose roles are no list', { [sessionClaim]: { id: 'session-test-1', roles: 'admin' } }],
  ])('a JWT %s is rejected', (_, said) => refused(jwt(said)))

  test.each(['', 'a', 'a.b', 'a.b.c.d', '..', 'ä.b.c', `${'a'.repeat(5_000)}.b.c`])(
    'the JWT %j is rejected',
    async text => {
      expect(await check(text)).toEqual(unlikeAJwt)
    },
  )

  test.each([
    ['before', (token: string) => `x.${token}`],
    ['before, outside of its alphabet', (token: string) => ` ${token}`],
    ['after', (token: string) => `${token}.x`],
    ['after, outside of its alphabet', (token: string) => `${token}=`],
  ])('a JWT with something %s it is rejected', async (_, around) => {
    expect(await check(around(jwt()))).toEqual(unlikeAJwt)
  })

  test('a JWT whose claims are not an object is rejected', async () => {
    for (const body of ['[]', 'null', '"text"', '1', '{']) {
      const token = signedBy(ours.privateKey, JSON.stringify(head), body)
      expect(await check(token)).toEqual({ kind: 'refused', reason: 'its claims are no JSON object' })
    }
  })

  test('a JWT whose header is not an object is rejected', async () => {
    for (const header of ['[]', 'null', '"text"', '1', '{'])
      await refused(signedBy(ours.privateKey, header, JSON.stringify(claims)))
  })

  test('a JWT that was changed anywhere after signing is rejected', async () => {
    const [header = '', , signature = ''] = jwt().split('.')
    await refused(`${header}.${encode(JSON.stringify({ ...claims, sub: 'user-test-2' }))}.${signature}`)
    await refused(jwt().slice(0, -8))
    await refused(`${jwt()}AAAA`)
  })
})

describe('JWT header attacks', () => {
  const refused = async (token: string) => expect((await check(token)).kind).toBe('refused')
  const body = JSON.stringify(claims)

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('the algorithm %j is rejected', async alg => {
    const unsigned = `${encode(JSON.stringify({ ...head, alg }))}.${encode(body)}`
    await refused(`${unsigned}.`)
    await refused(`${unsigned}.AAAA`)
    await refused(jwt({ header: { alg } }))
  })

  test.each(['HS256', 'HS512', 'PS256', 'RS384', 'RS512', 'ES256', 'EdDSA', 'rs256', ['RS256'], 256, null, undefined])(
    'the algorithm %j is rejected even if signed with our key',
    alg => refused(jwt({ header: { alg } })),
  )

  test.each(['none', 'HS256', 'PS256', undefined])('the algorithm %j is rejected before any key lookup', async alg => {
    await refused(jwt({ header: { alg, kid: 'jwk-9' } }))
  })

  test('RSA-PSS padding under RS256 is rejected', async () => {
    const input = `${encode(JSON.stringify(head))}.${encode(body)}`
    const key = { key: ours.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }
    await refused(`${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`)
  })

  test.each([
    ['the RSA key', 'ES256', 'jwk-1', ours.privateKey],
    ['the RSA key', 'ES256', 'jwk-1', ourCurve.privateKey],
    ['the curve', 'RS256', 'jwk-ec', ourCurve.privateKey],
    ['the curve', 'RS256', 'jwk-ec', ours.privateKey],
  ])('an algorithm that does not match %s is rejected: %s, %s', async (_, alg, kid, key) => {
    await refused(signedBy(key, JSON.stringify({ ...head, alg, kid }), body))
  })

  test('an HMAC with the EC public key is rejected', async () => {
    const secret = ourCurve.publicKey.export({ type: 'spki', format: 'pem' })
    for (const alg of ['HS256', 'ES256']) {
      const input = `${encode(JSON.stringify({ ...head, alg, kid: 'jwk-ec' }))}.${encode(body)}`
      await refused(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`)
    }
  })

  test('an all-zero ES256 signature is rejected (CVE-2022-21449)', async () => {
    const input = `${encode(JSON.stringify({ ...head, alg: 'ES256', kid: 'jwk-ec' }))}.${encode(body)}`
    await refused(`${input}.${Buffer.alloc(64).toString('base64url')}`)
  })

  test.each(['spki', 'pkcs1'] as const)('an HMAC with the RSA public key is rejected (%s)', async type => {
    const input = `${encode(JSON.stringify({ ...head, alg: 'HS256' }))}.${encode(body)}`
    const secret = ours.publicKey.export({ type, format: 'pem' })
    await refused(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`)
    // The same under a header that promises RS256.
    const promised = `${encode(JSON.stringify(head))}.${encode(body)}`
    await refused(`${promised}.${createHmac('sha256', secret).update(promised).digest('base64url')}`)
  })

  test.each([
    ['an embedded key', { jwk: jwkOf(evil.publicKey, 'jwk-1') }],
    ['a key elsewhere', { jku: 'https://evil.example/keys' }],
    ['a certificate elsewhere', { x5u: 'https://evil.example/certificate' }],
    ['a certificate', { x5c: ['MIIB'] }],
    ['a thumbprint', { x5t: 'AAAA' }],
    ['a critical extension', { crit: ['exp'] }],
    ['no critical extension', { crit: [] }],
    ['an unencoded payload', { b64: false, crit: ['b64'] }],
    ['an unencoded payload in silence', { b64: false }],
    ['compression', { zip: 'DEF' }],
    ['another type', { typ: 'at+jwt' }],
    ['a prototype', JSON.parse('{"__proto__":{"kid":"jwk-1"}}')],
  ])('%s in the header is ignored and the JWT rejected', async (_, header) => {
    await refused(jwt({ header }))
    await refused(signedBy(evil.privateKey, JSON.stringify({ ...head, ...header }), body))
  })

  test.each([
    '../../../../dev/null',
    'https://evil.example/keys',
    "jwk-1' or '1'='1",
    'jwk-1; drop table signing_keys',
    'jwk-1\u0000',
    '',
    'x'.repeat(101),
    ['jwk-1'],
    { toString: 'jwk-1' },
    1,
    null,
    undefined,
  ])('by the key id %j, which is not even looked for', kid => refused(jwt({ header: { kid } })))

  test.each(['__proto__', 'constructor', 'toString'])(
    'a key id that is an Object property is rejected: %s',
    async kid => {
      expect((await check(jwt({ header: { kid } }))).kind).toBe('unknown-key')
    },
  )

  test('a duplicate header field is rejected', async () => {
    for (const header of [
      '{"alg":"none","alg":"RS256","kid":"jwk-1"}',
      '{"alg":"RS256","kid":"jwk-2","kid":"jwk-1"}',
      '{"alg":"RS256","kid":"jwk-1","alg":"RS256"}',
      '{"alg":"RS256","kid":"jwk-1","\\u0061lg":"RS256"}',
    ]) {
      await refused(signedBy(ours.privateKey, header, body))
    }
  })

  test('a foreign key with our key id is rejected', async () => {
    await refused(signedBy(evil.privateKey, JSON.stringify(head), body))
  })
})

describe('JWKS', () => {
  const jwk = jwkOf(ours.publicKey, 'jwk-1')
  const curve = jwkOf(ourCurve.publicKey, 'jwk-1', 'ES256')
  const [short, longer, other] = [rsa(1_024), elliptic('P-384'), elliptic('secp256k1')]
  const checkWith = (published: object, key: KeyObject, alg: string) =>
    check(signedBy(key, JSON.stringify({ ...head, alg }), JSON.stringify(claims)), keySet(published))

  test.each([
    ['RS256', jwk, ours.privateKey],
    ['RS256', { ...jwk, alg: undefined, use: undefined }, ours.privateKey],
    ['ES256', curve, ourCurve.privateKey],
    ['ES256', { ...curve, alg: undefined, use: undefined }, ourCurve.privateKey],
  ])('keys for %s are accepted', async (alg, published, key) => {
    expect((await checkWith(published, key, alg)).kind).toBe('verified')
  })

  test.each([
    ['of another algorithm', 'RS256', { ...jwk, alg: 'PS256' }, ours],
    ['that is no number', 'RS256', { ...jwk, n: '!' }, ours],
    ['without a modulus', 'RS256', { ...jwk, n: undefined }, ours],
    ['that is too short', 'RS256', jwkOf(short.publicKey, 'jwk-1'), short],
    ['of a curve, said to be for RS256', 'RS256', { ...curve, alg: 'RS256' }, ourCurve],
    ['of RSA, said to be for ES256', 'ES256', { ...jwk, alg: 'ES256' }, ours],
    ['without a point', 'ES256', { ...curve, y: undefined }, ourCurve],
    ['whose point is not on the curve', 'ES256', { ...curve, x: curve.y, y: curve.x }, ourCurve],
    ['of a longer curve', 'ES256', jwkOf(longer.publicKey, 'jwk-1', 'ES384'), longer],
    ['of a longer curve, said to be for ES256', 'ES256', jwkOf(longer.publicKey, 'jwk-1', 'ES256'), longer],
    ['of another curve', 'ES256', jwkOf(other.publicKey, 'jwk-1', 'ES256'), other],
    ['that is a secret', 'HS256', { kty: 'oct', k: 'AAAA', kid: 'jwk-1', alg: 'HS256' }, ours],
  ])('a JWT signed with a key %s is rejected', async (_, alg, published, { privateKey }) => {
    expect((await checkWith(published, privateKey, alg)).kind).toBe('refused')
  })

  test.each([
    ['for encryption', { ...jwk, use: 'enc' }],
    ['without a name', { ...jwk, kid: undefined }],
  ])('a key %s is skipped', async (_, published) => {
    expect((await checkWith(published, ours.privateKey, 'RS256')).kind).toBe('unknown-key')
  })

  test('an unusable key does not invalidate the JWKS', async () => {
    const set = keySet({ ...jwk, kid: 'broken', n: '!' }, jwkOf(short.publicKey, 'short'), jwk)
    expect((await check(jwt(), set)).kind).toBe('verified')
  })

  test('only the public part of a private key is kept', async () => {
    const set = keySet(jwkOf(ours.privateKey, 'jwk-1'))
    expect(set.get('jwk-1')).not.toHaveProperty('d')
    expect((await check(jwt(), set)).kind).toBe('verified')
  })

  test.each([undefined, null, [], {}, { keys: {} }, 'keys'])('%j is not a JWKS', value =>
    expect(readKeySet(value)).toBeNull(),
  )

  test('a JWKS may be empty or contain nonsense', () => {
    expect(readKeySet({ keys: [] })?.size).toBe(0)
    expect(readKeySet({ keys: [null, 1, 'a', []] })?.size).toBe(0)
  })
})
