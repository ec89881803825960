import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Settings } from '@corroborate/server-kit/settings'
import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Client } from '../upstream/index.ts'

/**
 * Whether providers without credentials are played here. Whoever may choose what "Google" says is everybody they like: never
 * in production, and only where the provider is on this machine, which an address without https is.
 */
export const isSandboxOpen = ({ production, identity }: Pick<Settings, 'production' | 'identity'>): boolean =>
  !production && identity.origin.startsWith('http://')

/** The path below which the sandbox answers. */
export const sandboxPath = '/sandbox/oauth'

/** Where the sandbox is: `https://HOST/path` of a provider is played at `${base}/HOST/path`. */
export const sandboxBase = (origin: string): string => `${origin}${sandboxPath}`

/** What a client of a provider was given by it. Apple gives a key in place of a secret. */
export type SandboxCredentials =
  | { clientId: string; clientSecret: string }
  | { clientId: string; teamId: string; keyId: string; privateKey: string }

const secret = 'not-a-secret-of-the-sandbox'
const teamId = 'SANDBOX001'
const keyId = 'SANDBOXKEY'

let applePair: { publicKey: KeyObject; privateKey: string } | null = null
/** Apple's key, made of the same words as the secrets: every node has the same one, and none of them protects anything. */
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

/** What our client proves itself with to the sandbox. */
export const sandboxCredentials = (provider: OAuthProvider): SandboxCredentials =>
  provider === 'apple'
    ? { clientId: 'sandbox-apple', teamId, keyId, privateKey: apple().privateKey }
    : { clientId: `sandbox-${provider}`, clientSecret: secret }

/** The same client as the sandbox has it registered. */
export const sandboxClient = (provider: OAuthProvider, origin: string): Client => ({
  clientId: `sandbox-${provider}`,
  secret: provider === 'apple' ? { teamId, keyId, publicKey: apple().publicKey } : secret,
  isRedirectUri: uri => uri.startsWith(`${origin}/v1/oauth/callback/`),
})
