import type { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { publicKeyProblem } from '../../platform/public-keys/index.ts'

type CoseKey = ReturnType<typeof decodeCredentialPublicKey>

/** Labels of a COSE key (RFC 9053 and RFC 8230): `n` and `e` are an RSA key's, the others a curve's. */
const label = { kind: 1, algorithm: 3, curve: -1, n: -1, x: -2, e: -2, y: -3 } as const

/** COSE key types and the algorithm that we support for each. */
const kinds = { okp: 1, ec2: 2, rsa: 3 } as const
const eddsa = -8
const es256 = -7
const rs256 = -257
const p256 = 1
const edwards25519 = 6

/** The key of a new credential as a JSON Web Key; null if its type, algorithm and curve do not match. Pure. */
const jwkOf = (key: CoseKey): Record<string, unknown> | null => {
  const members = key as unknown as ReadonlyMap<number, unknown>
  const text = (name: keyof typeof label): string | undefined => {
    const bytes = members.get(label[name])
    return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64url') : undefined
  }
  const [kind, algorithm, curve] = [label.kind, label.algorithm, label.curve].map(one => members.get(one))
  if (kind === kinds.ec2 && algorithm === es256 && curve === p256) {
    return { kty: 'EC', crv: 'P-256', x: text('x'), y: text('y') }
  }
  if (kind === kinds.okp && algorithm === eddsa && curve === edwards25519) {
    return { kty: 'OKP', crv: 'Ed25519', x: text('x') }
  }
  return kind === kinds.rsa && algorithm === rs256 ? { kty: 'RSA', n: text('n'), e: text('e') } : null
}

/** Reason to reject the public key of a new credential, or null. A key that verifies nothing would only fail when its owner needs it. */
export const credentialKeyProblem = (key: CoseKey): string | null => {
  const jwk = jwkOf(key)
  return jwk === null ? 'its type, algorithm and curve do not match' : publicKeyProblem(jwk)
}

/**
 * True if an ECDSA signature is encoded by the rules of WebAuthn §6.5.5: DER (X.690), each integer in as few bytes as possible and
 * between 1 and the order of the curve. The library under us accepts other encodings of the same signature.
 */
export const isStrictSignature = async (signature: Uint8Array): Promise<boolean> => {
  const { p256: curve } = await import('@noble/curves/nist.js')
  try {
    const { r, s } = curve.Signature.fromBytes(signature, 'der')
    return r > 0n && s > 0n
  } catch {
    return false
  }
}

/** True if the key signs with ECDSA. */
export const signsWithEcdsa = (key: CoseKey): boolean =>
  (key as unknown as ReadonlyMap<number, unknown>).get(label.kind) === kinds.ec2
