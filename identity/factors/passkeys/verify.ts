import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Challenge } from './challenge.ts'
import type { Counted } from './counter.ts'
import { credentialKeyProblem, isStrictSignature, signsWithEcdsa } from './credential-key.ts'
import type { Passkey } from './store.ts'

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
