import { encodeBase64 } from '@corroborate/wire/base64'
import type { CaptchaChallenge } from '@corroborate/wire/captcha'
import { solveChallenge } from '@corroborate/wire/proof-of-work'

/** Fetches a challenge of the site and solves it; null when that cannot be done. Throws as `fetch` does. */
export const proveWork = async (path: string, signal: AbortSignal | null = null): Promise<string | null> => {
  const answer = await fetch(path, { headers: { accept: 'application/json' }, signal })
  if (!answer.ok) return null
  const challenge = (await answer.json()) as CaptchaChallenge
  const solution = await solveChallenge(challenge, { crypto, now: () => Date.now() })
  return solution === null ? null : encodeBase64(JSON.stringify({ challenge, solution }))
}
