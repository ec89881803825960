import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { credentialKeyProblem, isStrictSignature, signsWithEcdsa } from './verify.ts'

const cose = (...members: [number, number | Uint8Array][]) =>
  new Map(members) as unknown as Parameters<typeof credentialKeyProblem>[0]
const bytesOf = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'))
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' })
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x, y } = jwkOf(publicKey)
const edwards = jwkOf(generateKeyPairSync('ed25519').publicKey)
const { n, e } = jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
const es256 = (last: Uint8Array = bytesOf(y)) => cose([1, 2], [3, -7], [-1, 1], [-2, bytesOf(x)], [-3, last])

test('credential keys with ES256, EdDSA and RS256 are accepted', () => {
  expect(credentialKeyProblem(es256())).toBeNull()
  expect(credentialKeyProblem(cose([1, 1], [3, -8], [-1, 6], [-2, bytesOf(edwards.x)]))).toBeNull()
  expect(credentialKeyProblem(cose([1, 3], [3, -257], [-1, bytesOf(n)], [-2, bytesOf(e)]))).toBeNull()
})

const mismatch = 'its type, algorithm and curve do not match'
test.each([
  ['coordinates off the curve', es256(bytesOf(x)), 'it is not a point of its curve'],
  ['a missing coordinate', cose([1, 2], [3, -7], [-1, 1], [-2, bytesOf(x)]), 'it is not a point of its curve'],
  [
    'another curve than its algorithm has',
    cose([1, 2], [3, -7], [-1, 2], [-2, bytesOf(x)], [-3, bytesOf(y)]),
    mismatch,
  ],
  ['a curve that we do not support', cose([1, 2], [3, -7], [-1, 8], [-2, bytesOf(x)], [-3, bytesOf(y)]), mismatch],
  [
    'another algorithm than its type has',
    cose([1, 2], [3, -257], [-1, 1], [-2, bytesOf(x)], [-3, bytesOf(y)]),
    mismatch,
  ],
  ['32 bytes that are no Ed25519 point', cose([1, 1], [3, -8], [-1, 6], [-2, new Uint8Array(32).fill(2)]), 'no'],
  ['no Ed25519 point', cose([1, 1], [3, -8], [-1, 6]), 'it is not a point of its curve'],
  ['an RSA exponent of 1', cose([1, 3], [3, -257], [-1, bytesOf(n)], [-2, Uint8Array.of(1)]), 'exponent is 1'],
  ['no members', cose(), mismatch],
])('a credential key with %s is rejected', (_, key, reason) => expect(credentialKeyProblem(key)).toContain(reason))

test('ECDSA verification requires an EC2 key', () => {
  expect(signsWithEcdsa(es256())).toBe(true)
  expect(signsWithEcdsa(cose([1, 3], [3, -257]))).toBe(false)
})

// The other encodings of one signature are those of Wycheproof's `ecdsa_secp256r1_sha256`.

const signature = sign('sha256', Buffer.from('message'), privateKey)
const integer = (bytes: Uint8Array): Buffer => Buffer.from([2, bytes.length, ...bytes])
const sequence = (...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.from([0x30, content.length, ...content])
}
const r = signature.subarray(2, 4 + (signature[3] ?? 0))
const s = signature.subarray(2 + r.length)
const small = integer(Uint8Array.of(1))

test('a DER signature is accepted', async () => {
  expect(sequence(r, s)).toEqual(signature)
  expect(await isStrictSignature(signature)).toBe(true)
  expect(await isStrictSignature(sequence(small, small))).toBe(true)
})

test.each([
  ['a length in two bytes', Buffer.from([0x30, 0x81, ...signature.subarray(1)])],
  ['an indefinite length', Buffer.from([0x30, 0x80, ...signature.subarray(2), 0, 0])],
  ['bytes after it', Buffer.concat([signature, Buffer.of(0)])],
  ['bytes after its integers', sequence(r, s, Buffer.of(5, 0))],
  ['an integer with a leading zero', sequence(integer(Uint8Array.of(0, 1)), small)],
  ['a negative integer', sequence(integer(Uint8Array.of(0x81)), small)],
  ['an empty integer', sequence(integer(new Uint8Array()), small)],
  ['r of 0', sequence(integer(Uint8Array.of(0)), small)],
  ['s of 0', sequence(small, integer(Uint8Array.of(0)))],
  ['r above the order of the curve', sequence(integer(Uint8Array.of(0, ...new Uint8Array(32).fill(255))), small)],
  ['one integer', sequence(r)],
  ['three integers', sequence(r, s, s)],
  ['a long length of an integer', sequence(Buffer.from([2, 0x81, 1, 1]), small)],
  ['a list of another type', Buffer.from([0x31, ...signature.subarray(1)])],
  ['its two numbers side by side', sign('sha256', Buffer.from(''), { key: privateKey, dsaEncoding: 'ieee-p1363' })],
  ['no bytes', Buffer.of()],
])('a signature with %s is rejected', async (_, other) => expect(await isStrictSignature(other)).toBe(false))
