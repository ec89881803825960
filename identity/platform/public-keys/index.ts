import { createPublicKey } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { JWK } from 'jose'

/** RSA moduli below this many bits are too weak to sign with (NIST SP 800-131A). */
const minModulusBits = 2048
/** Larger moduli cost more to verify than any client needs. */
const maxModulusBits = 8192
/** Public exponents of RSA are odd and within these bounds, exclusive (FIPS 186-5, section 5.1). */
const exponentAbove = 2n ** 16n
const exponentBelow = 2n ** 256n

/** Curves of supported signing keys, by their JWK names. */
const curves: ReadonlySet<unknown> = new Set(['P-256', 'P-384', 'P-521', 'Ed25519'])

/** A JSON Web Key (RFC 7517) as it comes from outside. */
type PublicJwk = Readonly<Record<string, unknown>>

/**
 * Reason why nothing signed by the key could be trusted, or null if the key is sound. Checks the kind and curve of the key, that its
 * point is on the curve and not of small order, and the size of an RSA modulus and exponent. Pure.
 */
export const publicKeyProblem = (jwk: PublicJwk): string | null => {
  try {
    switch (jwk.kty) {
      case 'RSA':
        return rsaProblem(jwk)
      case 'EC':
        if (!curves.has(jwk.crv)) return 'its curve is not supported'
        createPublicKey({ key: jwk as JWK, format: 'jwk' })
        return null
      case 'OKP': {
        if (jwk.crv !== 'Ed25519') return 'its curve is not supported'
        const point = ed25519.Point.fromBytes(Buffer.from(String(jwk.x), 'base64url'))
        return point.isSmallOrder() ? 'its point is of small order' : null
      }
      default:
        return 'it is not an RSA, EC or OKP key'
    }
  } catch {
    return jwk.kty === 'RSA' ? 'it is not a public key' : 'it is not a point of its curve'
  }
}

const rsaProblem = (jwk: PublicJwk): string | null => {
  const { modulusLength = 0, publicExponent = 0n } =
    createPublicKey({ key: jwk as JWK, format: 'jwk' }).asymmetricKeyDetails ?? {}
  if (modulusLength < minModulusBits) return `its modulus has ${modulusLength} bits, fewer than ${minModulusBits}`
  if (modulusLength > maxModulusBits) return `its modulus has ${modulusLength} bits, more than ${maxModulusBits}`
  const isSound = publicExponent % 2n === 1n && publicExponent > exponentAbove && publicExponent < exponentBelow
  return isSound ? null : `its exponent is ${publicExponent}: at least 65537 is required`
}
