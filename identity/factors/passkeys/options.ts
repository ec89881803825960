import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Project } from '../../projects/index.ts'
import { challengeLifetime, type Registering } from './challenge.ts'
import type { Described } from './store.ts'
import { algorithms } from './verify.ts'

type Creation = {
  project: Pick<Project, 'name'>
  domain: string
  challenge: string
  registering: Registering
  name: string
  displayName: string
  /** Passkeys that the user has. An authenticator that keeps one of them makes no second one. */
  known: readonly Described[]
}

/**
 * Builds the creation options for the browser (WebAuthn §5.4). A discoverable passkey needs no username. User verification is preferred,
 * not required. Pure.
 */
export const creationOptions = ({
  project,
  domain,
  challenge,
  registering: { userHandle, authenticatorType, isDiscoverable },
  name,
  displayName,
  known,
}: Creation): PublicKeyCredentialCreationOptionsJSON => ({
  rp: { id: domain, name: project.name },
  user: { id: userHandle, name, displayName },
  challenge,
  pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
  timeout: challengeLifetime,
  excludeCredentials: known.map(toDescriptor),
  authenticatorSelection: {
    residentKey: isDiscoverable ? 'required' : 'discouraged',
    requireResidentKey: isDiscoverable,
    userVerification: 'preferred',
    ...(authenticatorType !== '' && { authenticatorAttachment: authenticatorType }),
  },
  attestation: 'none',
  extensions: { credProps: true },
})

type Request = { domain: string; challenge: string; allowed: readonly Described[] }

/** Builds the request options for the browser (WebAuthn §5.5): one of these passkeys, or any that the user chooses. Pure. */
export const requestOptions = ({ domain, challenge, allowed }: Request): PublicKeyCredentialRequestOptionsJSON => ({
  rpId: domain,
  challenge,
  timeout: challengeLifetime,
  allowCredentials: allowed.map(toDescriptor),
  userVerification: 'preferred',
})

const toDescriptor = ({ id, transports }: Described) => ({
  type: 'public-key' as const,
  id,
  ...(transports.length > 0 && { transports: transports as AuthenticatorTransport[] }),
})
