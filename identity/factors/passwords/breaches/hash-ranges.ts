import { LRUCache } from 'lru-cache'
import type { Lookup } from './lookup.ts'

/** Nobody waits longer than this, in ms, to hear about a password. */
const patience = 1_500
/** A range holds about a thousand hashes; an answer larger than this, in characters, is none. */
const largestAnswer = 500_000
const rangesKept = 200

/**
 * Asks a service for all hashes that begin with the same five digits and looks for the rest here, so that it learns neither
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
    const text = await response.text()
    if (text.length > largestAnswer) throw new Error('It answered with far too much.')
    const suffixes = new Set<string>()
    for (const [, suffix = '', count] of text.matchAll(/^([0-9A-F]{35}):(\d+)$/gim)) {
      // Padding has a count of nought.
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
