import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { publicKeyProblem } from '../../platform/public-keys/index.ts'
import type { Challenge } from './challenge.ts'
import type { Counted } from './counter.ts'
import type { Passkey } from './store.ts'

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

/** EdDSA, ES256, RS256 (COSE): supported by browsers and authenticators. Newer algorithms are experimental in Node and omitted. */
export const algorithms = [-8, -7, -257]

/** The least length of a credential id in bytes (WebAuthn §4, "Credential ID"); the library checks the greatest. */
const minCredentialIdBytes = 16

/** Loaded with the first passkey: it takes a quarter of a second, and many servers never need it. */
export const simpleWebAuthn = () => import('@simplewebauthn/server')

type Verified<Outcome> = Promise<Outcome | { kind: 'refused'; reason: string }>

/** A new credential whose signature and context were verified. */
export type VerifiedRegistration = {
  kind: 'verified'
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  aaguid: string
  isUserVerified: boolean
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** Verifies the result of `navigator.credentials.create()` (WebAuthn §7.1). Never throws. */
export const verifyRegistration = async (
  response: RegistrationResponseJSON,
  { value, domain }: Pick<Challenge, 'value' | 'domain'>,
  allowedOrigins: readonly string[],
): Verified<VerifiedRegistration> => {
  try {
    const { verifyRegistrationResponse } = await simpleWebAuthn()
    const attestation = await readAttestation(response)
    if (attestation.hasCertificates) return { kind: 'refused', reason: 'an attestation that nobody asked for' }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: value,
      expectedOrigin: [...allowedOrigins],
      expectedRPID: domain,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return { kind: 'refused', reason: 'not verified' }
    const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo
    if (credential.id !== response.id) return { kind: 'refused', reason: 'another credential id' }
    if (Buffer.from(credential.id, 'base64url').length < minCredentialIdBytes) {
      return { kind: 'refused', reason: 'a credential id that is too short' }
    }
    const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
    const key = decodeCredentialPublicKey(credential.publicKey)
    const problem = credentialKeyProblem(key)
    if (problem !== null) return { kind: 'refused', reason: `a public key that cannot be used: ${problem}` }
    const { signature } = attestation
    if (signature !== null && signsWithEcdsa(key) && !(await isStrictSignature(signature))) {
      return { kind: 'refused', reason: 'a signature in another encoding' }
    }
    return {
      kind: 'verified',
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      aaguid,
      isUserVerified: userVerified,
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    }
  } catch (error) {
    return { kind: 'refused', reason: String(error) }
  }
}

/** Result of a verified sign-in. The caller checks its signature counter. */
export type VerifiedAssertion = { kind: 'verified'; isUserVerified: boolean; isBackupEligible: boolean } & Counted

/** Verifies the result of `navigator.credentials.get()` (WebAuthn §7.2) against a passkey's public key. Never throws. */
export const verifyAssertion = async (
  response: AuthenticationResponseJSON,
  { value, domain }: Pick<Challenge, 'value' | 'domain'>,
  allowedOrigins: readonly string[],
  { credentialId, publicKey }: Pick<Passkey, 'credentialId' | 'publicKey'>,
): Verified<VerifiedAssertion> => {
  try {
    const { verifyAuthenticationResponse } = await simpleWebAuthn()
    const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
    const signature = Buffer.from(response.response.signature, 'base64url')
    if (signsWithEcdsa(decodeCredentialPublicKey(publicKey)) && !(await isStrictSignature(signature))) {
      return { kind: 'refused', reason: 'a signature in another encoding' }
    }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: value,
      expectedOrigin: [...allowedOrigins],
      expectedRPID: domain,
      requireUserVerification: false,
      // We compare the count ourselves: a wrong count is not a wrong signature.
      credential: { id: credentialId, publicKey, counter: 0 },
    })
    if (!verified) return { kind: 'refused', reason: 'another signature' }
    const { newCounter, userVerified, credentialDeviceType, credentialBackedUp } = authenticationInfo
    return {
      kind: 'verified',
      counter: newCounter,
      isUserVerified: userVerified,
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    }
  } catch (error) {
    return { kind: 'refused', reason: String(error) }
  }
}

/**
 * The signature of an attestation, if it has one, and whether it has certificates. We ask for no attestation and trust none: to check
 * a certificate, we would have to fetch a list of revocations from an address that the certificate names.
 */
const readAttestation = async ({
  response,
}: RegistrationResponseJSON): Promise<{ hasCertificates: boolean; signature: Uint8Array | null }> => {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const statement = attestation.get('attStmt')
  return {
    hasCertificates: format !== 'none' && (format !== 'packed' || statement.get('x5c') !== undefined),
    signature: statement.get('sig') ?? null,
  }
}
