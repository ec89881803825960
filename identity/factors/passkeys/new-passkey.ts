import type { Registering } from './challenge.ts'
import { guessName } from './guess-name.ts'
import type { NewPasskey } from './store.ts'
import type { VerifiedRegistration } from './verify.ts'

type Made = {
  verified: VerifiedRegistration
  registration: Registering
  domain: string
  /** Browser-reported transports, and whether the passkey is discoverable. */
  transports: readonly string[] | null | undefined
  isDiscoverable: boolean
}

/** Builds the stored data of a new passkey. It is discoverable if the page requested that or the browser reports it. Pure. */
export const newPasskeyOf = ({ verified, registration, domain, transports, isDiscoverable }: Made): NewPasskey => {
  const { credentialId, publicKey, counter, aaguid, isBackupEligible, isBackedUp } = verified
  const { userHandle, userAgent, authenticatorType } = registration
  return {
    credentialId,
    publicKey,
    counter,
    aaguid,
    isBackupEligible,
    isBackedUp,
    userHandle,
    userAgent,
    authenticatorType,
    domain,
    name: guessName(aaguid, userAgent),
    transports: transports ?? [],
    isDiscoverable: registration.isDiscoverable || isDiscoverable,
  }
}
