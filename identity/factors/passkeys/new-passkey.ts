import type { Registering } from './challenge.ts'
import { guessName } from './guess-name.ts'
import type { NewPasskey } from './store.ts'
import type { VerifiedRegistration } from './verify.ts'

type Made = {
  verified: VerifiedRegistration
  registration: Registering
  domain: string
  /** What the browser says of the passkey: how it is reached, and whether it was made discoverable. */
  transports: readonly string[] | null | undefined
  isDiscoverable: boolean
}

/** What is kept of a passkey that was just made. It is discoverable if the page wanted that, or the browser says so. Pure. */
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
