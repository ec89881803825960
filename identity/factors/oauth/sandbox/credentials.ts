import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Settings } from '@corroborate/server-kit/settings'
import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Client } from '../upstream/index.ts'

/**
 * True if providers without credentials are played by the sandbox. Anyone who controls the response of "Google" can sign in as anyone, so
 * it is never open in production, and only for a local provider: one whose origin is not https. Pure.
 */
export const isSandboxOpen = ({ production, identity }: Pick<Settings, 'production' | 'identity'>): boolean =>
  !production && identity.origin.startsWith('http://')

/** The path below which the sandbox answers. */
export const sandboxPath = '/sandbox/oauth'

/** The base URL of the sandbox: `https://HOST/path` of a provider is played at `${base}/HOST/path`. */
export const sandboxBase = (origin: string): string => `${origin}${sandboxPath}`

/** The credentials of a client at a provider. Apple gives a key instead of a secret. */
export type SandboxCredentials =
  | { clientId: string; clientSecret: string }
  | { clientId: string; teamId: string; keyId: string; privateKey: string }

const secret = 'not-a-secret-of-the-sandbox'
const teamId = 'SANDBOX001'
const keyId = 'SANDBOXKEY'

let applePair: { publicKey: KeyObject; privateKey: string } | null = null
/** Apple's key. It is derived from the same text as the secrets, so that every node has the same one. It protects nothing. */
const apple = () => {
  if (applePair !== null) return applePair
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(secret).digest())
  const [point, d] = [curve.getPublicKey(), curve.getPrivateKey().toString('base64url')]
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
  applePair = {
    publicKey: createPublicKey(key),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  return applePair
}

/** The credentials of our client at the sandbox. */
export const sandboxCredentials = (provider: OAuthProvider): SandboxCredentials =>
  provider === 'apple'
    ? { clientId: 'sandbox-apple', teamId, keyId, privateKey: apple().privateKey }
    : { clientId: `sandbox-${provider}`, clientSecret: secret }

/** The same client, as it is registered at the sandbox. */
export const sandboxClient = (provider: OAuthProvider, origin: string): Client => ({
  clientId: `sandbox-${provider}`,
  secret: provider === 'apple' ? { teamId, keyId, publicKey: apple().publicKey } : secret,
  isRedirectUri: uri => uri.startsWith(`${origin}/v1/oauth/callback/`),
})
