import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'
import { LRUCache } from 'lru-cache'
import type { Lookup } from './lookup.ts'

/** Timeout of the breach service, in ms. */
const patience = 1_500
/** The largest answer that is read, in bytes. A range has about a thousand hashes. */
const largestAnswer = 500_000
const rangesKept = 200

/**
 * Fetches all hashes with the same five-digit prefix from a service and compares the rest locally. The service learns neither the password
 * nor its hash (k-anonymity, as offered by Have I Been Pwned at `/range/`).
 * @param url base URL, to which `/XXXXX` is appended
 */
export const createHashRanges = (url: string): { lookUp: (sha1: string) => Promise<Lookup> } => {
  const kept = new LRUCache<string, ReadonlySet<string>>({ max: rangesKept })

  const fetchRange = async (prefix: string): Promise<ReadonlySet<string>> => {
    const known = kept.get(prefix)
    if (known !== undefined) return known
    const response = await fetch(`${url}/${prefix}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Corroborate' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (!response.ok) throw new Error(`It answered ${response.status}.`)
    const text = await readTextUpTo(response, largestAnswer)
    if (text === null) throw new Error('It answered with far too much.')
    const suffixes = new Set<string>()
    for (const [, suffix = '', count] of text.matchAll(/^([0-9A-F]{35}):(\d+)$/gim)) {
      // Padding has a count of zero.
      if (Number(count) > 0) suffixes.add(suffix.toUpperCase())
    }
    kept.set(prefix, suffixes)
    return suffixes
  }

  return {
    lookUp: async sha1 => {
      try {
        const suffixes = await fetchRange(sha1.slice(0, 5))
        return { kind: suffixes.has(sha1.slice(5)) ? 'found' : 'not-found' }
      } catch (error) {
        return { kind: 'unavailable', reason: String(error) }
      }
    },
  }
}
