import { generateKeyPairSync } from 'node:crypto'
import type { JWK } from 'jose'
import { expect, test } from 'vitest'
import { publicKeyProblem } from './index.ts'

const rsa = (modulusLength: number, publicExponent = 65_537): JWK =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' })
const ec = (namedCurve: string): JWK => generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
const edwards = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
const p256 = ec('P-256')
const strong = rsa(2048)
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

test.each<[string, JWK]>([
  ['an RSA key of 2048 bits', strong],
  ['a P-256 key', p256],
  ['a P-384 key', ec('P-384')],
  ['an Ed25519 key', edwards],
])('%s is accepted', (_, key) => expect(publicKeyProblem(key)).toBeNull())

test.each<[string, JWK, string]>([
  ['an RSA key of 512 bits', rsa(512), '512 bits'],
  ['an RSA key of 1024 bits', rsa(1024), '1024 bits'],
  ['an RSA key with exponent 1', { ...strong, e: 'AQ' }, 'exponent is 1:'],
  ['an RSA key with exponent 3', rsa(2048, 3), 'exponent is 3:'],
  ['an RSA key with an even exponent', { ...strong, e: 'AQAC' }, 'exponent is 65538'],
  [
    'an RSA key with a modulus of 16,384 bits',
    { ...strong, n: base64url(new Uint8Array(2048).fill(255)) },
    'more than',
  ],
  ['an RSA key without a modulus', { kty: 'RSA', e: 'AQAB' }, 'not a public key'],
  ['a secp256k1 key', ec('secp256k1'), 'curve is not supported'],
  ['a point off its curve', { ...p256, y: p256.x ?? '' }, 'not a point'],
  ['a point of another curve', { ...p256, crv: 'P-384' }, 'not a point'],
  ['an X25519 key', generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }), 'curve is not supported'],
  ['an Ed25519 key that is no point', { ...edwards, x: base64url(new Uint8Array(32).fill(2)) }, 'not a point'],
  [
    'an Ed25519 key of small order',
    { ...edwards, x: base64url(Uint8Array.of(1, ...new Uint8Array(31))) },
    'small order',
  ],
  ['a symmetric key', { kty: 'oct', k: 'AAAA' }, 'not an RSA'],
])('%s is rejected', (_, key, reason) => expect(publicKeyProblem(key)).toContain(reason))
