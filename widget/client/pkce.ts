import { type PkceFlow, type PkcePair, storageKeys } from '@corroborate/wire/storage'
import { fromBytes } from './base64url.ts'
import type { Environment } from './environment.ts'
import { SignInError } from './errors.ts'

export type Pkce = {
  /** The challenge to send when asking for a link. Its pair is kept until the link is opened, and used for further links until then. */
  challenge: (flow: PkceFlow) => Promise<string>
  /** Returns the verifier, which proves that this browser requested the link; undefined if it did not. */
  verifier: (flow: PkceFlow) => string | undefined
  forget: (flow: PkceFlow) => void
}

/**
 * PKCE pairs (RFC 7636, method S256), one for each flow, stored for the tab that opens the magic link. A social sign-in returns in its own
 * tab, which has its own pair, since another tab may start one meanwhile.
 */
export const createPkce = (
  publicToken: string,
  { storage, tabStorage, crypto }: Pick<Environment, 'storage' | 'tabStorage' | 'crypto'>,
): Pkce => {
  const key = (flow: PkceFlow) => storageKeys.pkce(publicToken, flow)
  const placesOf = (flow: PkceFlow) => (flow === 'oauth' ? [tabStorage, storage] : [storage])
  const stored = (flow: PkceFlow) => {
    const pairs = placesOf(flow).map(place => parsePair(place.getItem(key(flow))))
    return pairs.find(pair => pair !== null) ?? null
  }
  return {
    challenge: async flow => {
      const found = stored(flow)
      if (found) return found.code_challenge
      const made = await createPair(crypto)
      // Another call or tab may have created one meanwhile, with its mail already sent.
      const pair = stored(flow) ?? made
      for (const place of placesOf(flow)) place.setItem(key(flow), JSON.stringify(pair))
      return pair.code_challenge
    },
    verifier: flow => stored(flow)?.code_verifier,
    forget: flow => {
      for (const place of placesOf(flow)) place.removeItem(key(flow))
    },
  }
}

const createPair = async (crypto: Crypto): Promise<PkcePair> => {
  if (!crypto.subtle) throw new SignInError('Proof keys need a page that was loaded over https, or from this machine.')
  const numbers = crypto.getRandomValues(new Uint32Array(16))
  const code_verifier = Array.from(numbers, number => number.toString(16).padStart(8, '0')).join('')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  return { code_verifier, code_challenge: fromBytes(digest) }
}

const parsePair = (stored: string | null): PkcePair | null => {
  try {
    const pair = JSON.parse(stored ?? 'null') as Partial<PkcePair> | null
    if (typeof pair?.code_verifier !== 'string' || typeof pair.code_challenge !== 'string') return null
    return { code_challenge: pair.code_challenge, code_verifier: pair.code_verifier }
  } catch {
    return null
  }
}
