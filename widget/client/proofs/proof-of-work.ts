import { encodeBase64 } from '@corroborate/wire/base64'
import { type CaptchaChallenge, captchaChallengePath } from '@corroborate/wire/captcha'
import { type Solution, solveChallenge } from '@corroborate/wire/proof-of-work'
import type { Environment } from '../environment.ts'

/**
 * Solves a proof-of-work challenge in about half a second.
 * @throws Error for an algorithm other than PBKDF2, or on timeout
 */
export const solve = async (
  challenge: CaptchaChallenge,
  environment: Pick<Environment, 'crypto' | 'now'>,
): Promise<Solution> => {
  const { algorithm } = challenge.parameters
  if (!algorithm.startsWith('PBKDF2/')) throw new Error(`This client cannot do ${algorithm}.`)
  const solution = await solveChallenge(challenge, environment)
  if (solution === null) throw new Error('The proof of work was not done in time.')
  return solution
}

/** Fetches a challenge of the project, solves it, and gives the `captcha_token`. Rejects when either fails. */
export const proveWork = async (baseUrl: string, publicToken: string, environment: Environment): Promise<string> => {
  const response = await environment.fetch(baseUrl + captchaChallengePath(publicToken), { credentials: 'omit' })
  const challenge = (await response.json()) as CaptchaChallenge
  return encodeBase64(JSON.stringify({ challenge, solution: await solve(challenge, environment) }))
}
