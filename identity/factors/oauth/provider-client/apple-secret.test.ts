import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { appleSecret, isAppleKey } from './exchange-code.ts'

const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('Apple’s key must be a P-256 key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const edwards = generateKeyPairSync('ed25519').privateKey
  const others = [pemOf('P-384'), ...[rsa, edwards].map(key => key.export({ type: 'pkcs8', format: 'pem' }).toString())]
  expect(isAppleKey(pemOf('P-256'))).toBe(true)
  for (const other of [...others, '', 'a text']) expect(isAppleKey(other)).toBe(false)
})

test('the Apple client secret is valid for five minutes from now', async () => {
  const key = { teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey: pemOf('P-256') }
  const now = 1_800_000_000_999
  const secret = await appleSecret(key, { clientId: 'ours', audience: 'https://appleid.apple.com', now })
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY1234567' })
  expect(decodeJwt(secret)).toEqual({
    iss: 'TEAM123456',
    sub: 'ours',
    aud: 'https://appleid.apple.com',
    iat: 1_800_000_000,
    exp: 1_800_000_300,
  })
})
