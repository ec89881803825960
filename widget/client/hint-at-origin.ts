import { isLoopback } from './cookies.ts'
import type { Environment } from './environment.ts'

type Needs = {
  baseUrl: string
  publicToken: string
  environment: Pick<Environment, 'isBrowser' | 'hostname' | 'origin' | 'fetch' | 'warn'>
}

/**
 * Made for a page under construction: a project that does not know the page's origin looks to the page like a provider
 * that is away. The list of the provider's scripts is for pages of any origin, and tells them apart.
 * @returns what to call when a request could not be made; it speaks once.
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
        `The provider at ${baseUrl} is there, and does not let this page call it. If the project is to know the page: ` +
          `npm run identity -- project set ${publicToken} --allow-origin ${origin}`,
      )
    } else isDue = true
  }
}
