import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Deviations of an authenticator or a browser from correct behavior. */
export type Lies = {
  origin?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  topOrigin?: string
  rpId?: string
  isUserVerified?: boolean
  counter?: number
  isBackupEligible?: boolean
  isBackedUp?: boolean
  userHandle?: string | null
  /** Signs with another key than the credential's. */
  key?: KeyObject
  credentialId?: string
  transports?: string[]
  /** The attestation is signed with the credential's own key, or with `key`. */
  isSelfAttested?: boolean
  /** The credential's public key is not on the curve. */
  isOffCurve?: boolean
  /** In place of no attestation. */
  attestation?: Attestation
}

const origin = 'http://localhost:5000'
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')

type Attestation = { fmt: string; attStmt: Map<string, unknown> }
const none: Attestation = { fmt: 'none', attStmt: new Map() }
/** The attestation of a credential that its own key signed (WebAuthn §8.2). */
const selfAttestation = (signature: Buffer): Attestation => ({
  fmt: 'packed',
  attStmt: new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(signature)],
  ]),
})

/** Client data of a ceremony. */
const clientDataOf = (type: string, challenge: string, lies: Lies): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: lies.crossOrigin ?? false,
      ...(lies.topOrigin !== undefined && { topOrigin: lies.topOrigin }),
    }),
  )

/** Authenticator data of a ceremony. */
const authenticatorData = (rpId: string, counter: number, lies: Lies, attested = Buffer.alloc(0)): Buffer => {
  const flags =
    0x01 |
    ((lies.isUserVerified ?? true) ? 0x04 : 0) |
    (lies.isBackupEligible ? 0x08 : 0) |
    (lies.isBackedUp ? 0x10 : 0) |
    (attested.length > 0 ? 0x40 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(lies.counter ?? counter)
  return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, attested])
}

/** A public key as servers keep it (COSE). */
const coseKeyOf = (publicKey: KeyObject, { isOffCurve = false }: Lies = {}): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(isOffCurve ? x : y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(key as never))
}

/** An authenticator with one ES256 key, and its browser, as a server sees them (WebAuthn §6, §7). */
export const createAuthenticator = (own: Lies = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = own.credentialId ?? base64url(randomBytes(32))
  let userHandle: string | null = null
  let counter = own.counter ?? 0

  const signatureOf = (data: Buffer, clientData: Buffer, { key = privateKey }: Lies): Buffer =>
    sign('sha256', Buffer.concat([data, sha256(clientData)]), key)

  return {
    credentialId,
    /** The credential's public key as servers store it. */
    publicKey: () => new Uint8Array(coseKeyOf(publicKey)),
    /** Answers `navigator.credentials.create()`. */
    create: (given: unknown, lies: Lies = {}): string => {
      const options = JSON.parse(String(given)) as PublicKeyCredentialCreationOptionsJSON
      const told = { ...own, ...lies }
      userHandle = options.user.id
      const id = Buffer.from(told.credentialId ?? credentialId, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKeyOf(publicKey, told)])
      const data = authenticatorData(options.rp.id ?? '', counter, told, attested)
      const clientData = clientDataOf('webauthn.create', options.challenge, told)
      const plain = told.isSelfAttested ? selfAttestation(signatureOf(data, clientData, told)) : none
      const { fmt, attStmt } = told.attestation ?? plain
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(data)],
      ])
      return JSON.stringify({
        type: 'public-key',
        id: base64url(id),
        rawId: base64url(id),
        authenticatorAttachment: 'platform',
        response: {
          clientDataJSON: base64url(clientData),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: told.transports ?? ['internal', 'hybrid'],
        },
        clientExtensionResults: { credProps: { rk: options.authenticatorSelection?.residentKey === 'required' } },
      })
    },
    /** Answers `navigator.credentials.get()`. An authenticator with a count adds 1 to it. */
    get: (given: unknown, lies: Lies = {}): string => {
      const options = JSON.parse(String(given)) as PublicKeyCredentialRequestOptionsJSON
      const told = { ...own, ...lies }
      if (counter > 0) counter++
      const { counter: _, ...rest } = told
      const count = lies.counter === undefined ? rest : { ...rest, counter: lies.counter }
      const data = authenticatorData(options.rpId ?? '', counter, count)
      const clientData = clientDataOf('webauthn.get', options.challenge, told)
      const handle = told.userHandle === undefined ? userHandle : told.userHandle
      return JSON.stringify({
        type: 'public-key',
        id: told.credentialId ?? credentialId,
        rawId: told.credentialId ?? credentialId,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(data),
          signature: base64url(signatureOf(data, clientData, told)),
          userHandle: handle,
        },
        clientExtensionResults: {},
      })
    },
  }
}
