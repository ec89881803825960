import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'
import { LRUCache } from 'lru-cache'
import type { Lookup } from './lookup.ts'

/** How long a person may wait for the service, in ms. */
const patience = 1_500
/** The largest answer that is read, in bytes. A range has about a thousand hashes. */
const largestAnswer = 500_000
const rangesKept = 200

/**
 * Asks a service for all hashes that begin with the same five digits, and compares the rest here. The service learns neither
 * the password nor its hash (k-anonymity, as Have I Been Pwned offers it at `/range/`).
 * @param url base address, to which `/XXXXX` is added
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
