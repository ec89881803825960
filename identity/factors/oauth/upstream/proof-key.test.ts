import { expect, test } from 'vitest'
import { isVerifierOf } from './token-endpoint.ts'

// RFC 7636, Appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const hashed = { value: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', method: 'S256' } as const
const plain = { value: verifier, method: 'plain' } as const

test.each([
  ['the verifier whose hash was sent', hashed, verifier, true],
  ['the verifier that was sent itself', plain, verifier, true],
  ['no verifier where there was no challenge', null, null, true],
  ['another verifier than the one that was hashed', hashed, `${verifier}x`, false],
  ['another verifier than the one that was sent', plain, `${verifier}x`, false],
  ['the hash itself as the verifier', hashed, hashed.value, false],
  ['no verifier where there was a challenge', hashed, null, false],
  ['a verifier where there was no challenge', null, verifier, false],
])('PKCE check of the fake provider: %s', (_, challenge, given, isRight) => {
  expect(isVerifierOf(challenge, given)).toBe(isRight)
})
