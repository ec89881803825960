import { isApiPath, isAssistantsPath, paths } from '../kit/doi/index.ts'

/** Load shares of the site: overload in one leaves capacity in the others. */
export type SiteShare = 'vote' | 'sign-in' | 'call' | 'search' | 'picture' | 'program' | 'file' | 'page'

const signIn: ReadonlySet<string> = new Set([paths.authenticate, paths.login(), paths.logout, paths.resetPassword])
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns the share of a request by its method and its path without the query. `call` is every other write, including webhooks. Uses only a
 * few characters, because it runs under overload.
 */
export const siteShareOf = (method: string, path: string): SiteShare => {
  if (path === paths.search()) return 'search'
  if (isApiPath(path) || isAssistantsPath(path)) return 'program'
  if (signIn.has(path)) return 'sign-in'
  if (!reads.has(method)) return path.endsWith('/vote') ? 'vote' : 'call'
  if (path.startsWith('/share/')) return 'picture'
  return path.startsWith('/assets/') || /^\/[a-z-]+\.[a-z]+$/.test(path) ? 'file' : 'page'
}

/** Searches wait for the threads of the index, pictures for the one that draws: those beyond wait, or are refused, where it costs less. */
export const siteFewerAtWork = { search: 100, picture: 12 } as const

/** Overload messages that differ from the default (SPEC §8). */
export const siteSentences = { search: 'Search service is currently unavailable.' } as const
