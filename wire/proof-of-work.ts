import type { CaptchaChallenge } from './captcha.ts'
import { bytesOf, hex } from './hex.ts'

/** Keys derived at a time. The browser derives them on threads of its own, so the page does not freeze. */
const atOnce = 4

export type Solution = { counter: number; derivedKey: string }

/**
 * Solves a challenge in about half a second; null on timeout. Supports PBKDF2 only.
 * @param now epoch ms
 */
export const solveChallenge = async (
  { parameters }: CaptchaChallenge,
  { crypto, now }: { crypto: Crypto; now: () => number },
): Promise<Solution | null> => {
  const { algorithm, cost, keyLength, keyPrefix, nonce, salt, expiresAt = Number.POSITIVE_INFINITY } = parameters
  const [kind = '', hash = ''] = algorithm.split('/')

  const derive = async (counter: number): Promise<Solution> => {
    const password = new Uint8Array([...bytesOf(nonce), ...bigEndian(counter)])
    const key = await crypto.subtle.importKey('raw', password, kind, false, ['deriveBits'])
    const work = { name: kind, hash, salt: bytesOf(salt), iterations: cost }
    return { counter, derivedKey: hex(new Uint8Array(await crypto.subtle.deriveBits(work, key, keyLength * 8))) }
  }

  for (let first = 0; now() < expiresAt * 1_000; first += atOnce) {
    const tried = await Promise.all(Array.from({ length: atOnce }, (_, n) => derive(first + n)))
    const solution = tried.find(({ derivedKey }) => derivedKey.startsWith(keyPrefix.toLowerCase()))
    if (solution) return solution
  }
  return null
}

const bigEndian = (counter: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, counter)
  return bytes
}
