import { isLoopback } from './cookies.ts'
import type { Environment } from './environment.ts'

type Needs = {
  baseUrl: string
  publicToken: string
  environment: Pick<Environment, 'isBrowser' | 'hostname' | 'origin' | 'fetch' | 'warn'>
}

/**
 * For developers: when a project does not allow the page's origin, its calls fail as if the provider were down. The list of
 * the provider's scripts may be fetched from any origin, which tells the two apart.
 * @returns what to call when a request could not be made; it warns once.
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
