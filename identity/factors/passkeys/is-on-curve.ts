import { createPublicKey } from 'node:crypto'
import type { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

type CoseKey = ReturnType<typeof decodeCredentialPublicKey>

/** Of a COSE key (RFC 9053): its kind, its curve and its coordinates. */
const label = { kind: 1, curve: -1, x: -2, y: -3 } as const
const kinds = { octets: 1, twoCoordinates: 2 } as const
const curves = new Map([[1, 'P-256']])

/**
 * Whether the key of a new credential is a point of its curve: a key that is none verifies nothing, and its owner would find that
 * out when they need it. Keys of other kinds (RSA) have no curve. Pure.
 */
export const isOnCurve = async (key: CoseKey): Promise<boolean> => {
  const read = key as unknown as ReadonlyMap<number, number | Uint8Array>
  const coordinate = (name: 'x' | 'y') => Buffer.from((read.get(label[name]) as Uint8Array | undefined) ?? [])
  try {
    switch (read.get(label.kind)) {
      case kinds.twoCoordinates: {
        const [x, y] = [coordinate('x').toString('base64url'), coordinate('y').toString('base64url')]
        const crv = curves.get(Number(read.get(label.curve))) ?? ''
        return createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' }).type === 'public'
      }
      case kinds.octets: {
        const { ed25519 } = await import('@noble/curves/ed25519.js')
        ed25519.Point.fromBytes(coordinate('x')).assertValidity()
        return true
      }
      default:
        return true
    }
  } catch {
    return false
  }
}
