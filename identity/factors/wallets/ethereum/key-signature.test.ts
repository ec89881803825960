import { expect, test } from 'vitest'
import { isKeySignature, isSignedByKey } from './key-signature.ts'

test('a signature with an invalid r value recovers no address', () => {
  // No point of secp256k1 has 5 as its x: 5³ + 7 is no square there.
  const signature = new Uint8Array(65)
  signature.set([5], 31)
  signature.set([1, 27], 63)
  expect(isKeySignature(signature)).toBe(true)
  expect(isSignedByKey(new Uint8Array(32), signature, `0x${'0'.repeat(40)}`)).toBe(false)
})
