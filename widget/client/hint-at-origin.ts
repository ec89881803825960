import { isLoopback } from './cookies.ts'
import type { Environment } from './environment.ts'

type Needs = {
  baseUrl: string
  publicToken: string
  environment: Pick<Environment, 'isBrowser' | 'hostname' | 'origin' | 'fetch' | 'warn'>
}

/**
 * Hint for developers: requests from an origin that the project does not allow fail as if the provider were down. The provider's script
 * list is accessible from any origin, which distinguishes the two.
 * @returns a function to call after a failed request; it warns once
 */
export const createOriginHint = ({ baseUrl, publicToken, environment }: Needs): (() => Promise<void>) => {
  const { isBrowser, hostname, origin, fetch, warn } = environment
  let isDue = isBrowser && (isLoopback(hostname) || publicToken.includes('public-token-test'))
  return async () => {
    if (!isDue) return
    isDue = false
    const answer = await fetch(`${baseUrl}/sdk.json`, { credentials: 'omit' }).catch(() => null)
    if (answer?.ok) {
      warn(
        `The provider at ${baseUrl} does not let this page call it. To allow it: ` +
          `npm run identity -- project set ${publicToken} --allow-origin ${origin}`,
      )
    } else isDue = true
  }
}
