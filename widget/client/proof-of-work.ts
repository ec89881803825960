import { encodeBase64 } from '@corroborate/wire/base64'
import { type CaptchaChallenge, captchaChallengePath } from '@corroborate/wire/captcha'
import type { Environment } from './environment.ts'
import { CaptchaError } from './errors.ts'
import { bytesOf, hex } from './hex.ts'

/** Keys derived at a time. The browser derives them on threads of its own, so the page does not freeze. */
const atOnce = 4

/**
 * Finds the counter that a challenge asks for, in about half a second.
 * @throws CaptchaError for a kind of work that is not PBKDF2, or when time runs out first.
 */
export const solve = async (
  { parameters }: CaptchaChallenge,
  { crypto, now }: Pick<Environment, 'crypto' | 'now'>,
): Promise<{ counter: number; derivedKey: string }> => {
  const { algorithm, cost, keyLength, keyPrefix, nonce, salt, expiresAt = Number.POSITIVE_INFINITY } = parameters
  const [kind, hash = ''] = algorithm.split('/')
  if (kind !== 'PBKDF2') throw new CaptchaError(`This client cannot do ${algorithm}.`)

  const derive = async (counter: number): Promise<{ counter: number; derivedKey: string }> => {
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
  throw new CaptchaError('The proof of work was not done in time.')
}

/** Fetches a challenge of the project, solves it, and gives the `captcha_token`. @throws CaptchaError */
export const proveWork = async (baseUrl: string, publicToken: string, environment: Environment): Promise<string> => {
  try {
    const response = await environment.fetch(baseUrl + captchaChallengePath(publicToken), { credentials: 'omit' })
    const challenge = (await response.json()) as CaptchaChallenge
    return encodeBase64(JSON.stringify({ challenge, solution: await solve(challenge, environment) }))
  } catch (cause) {
    if (cause instanceof CaptchaError) throw cause
    throw new CaptchaError('No proof could be made that a person is there.', { cause })
  }
}

const bigEndian = (counter: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, counter)
  return bytes
}
