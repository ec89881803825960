import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/**
 * Parses a base58 Ed25519 public key. Not every 32-byte value is one: addresses of programs or their data are off the curve, and anyone can
 * forge signatures for the few small-order points (RFC 8032 §5.1.7 does not exclude them). Null otherwise. Pure.
 */
export const readSolanaAddress = (text: string): string | null => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length === 32 && !ed25519.Point.fromBytes(bytes).isSmallOrder() ? text : null
  } catch {
    return null
  }
}

/** Reads the 64 bytes of a signature in base58. Null otherwise. Pure. */
export const readSolanaSignature = (text: string): Uint8Array | null => {
  try {
    // 64 bytes are 88 characters at most. To decode a longer text would only take time.
    const bytes = text.length > 90 ? null : base58.decode(text)
    return bytes?.length === 64 ? bytes : null
  } catch {
    return null
  }
}

/** True if the address's key signed the message (Ed25519 over its UTF-8). Pure. */
export const isSignedBySolana = (text: string, signature: Uint8Array, address: string): boolean => {
  const x = Buffer.from(base58.decode(address)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, signature)
}
