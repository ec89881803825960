import { isApiPath, isAssistantsPath, paths } from '../kit/doi/index.ts'

/** The shares into which the site parts its time: a crowd in one leaves room in the others. */
export type SiteShare = 'vote' | 'sign-in' | 'call' | 'search' | 'picture' | 'program' | 'file' | 'page'

const signIn: ReadonlySet<string> = new Set([paths.authenticate, paths.login(), paths.logout, paths.resetPassword])
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Which share a request belongs to, by its method and its path without the query. `call` is whatever else changes something:
 * what a service outside tells us (webhooks) is among it. Decided from a few characters, since a crowd pays for it.
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

/** What a reader is told when there is no room, where that is not the usual (SPEC §8). */
export const siteSentences = { search: 'Search service is currently unavailable.' } as const
