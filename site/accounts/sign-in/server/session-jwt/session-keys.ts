import { setTimeout as sleep } from 'node:timers/promises'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { JWK } from 'jose'
import { z } from 'zod'
import type { OutsideService } from '../../../../kit/outside/index.ts'

/** The public keys that sessions may be signed with, by their id. */
export type SessionKeySet = ReadonlyMap<string, JWK>

/** The public members of a key for signatures (RFC 7517): anything else it holds is left out. */
const keyForm = z.object({
  kid: z.string(),
  kty: z.string(),
  use: z.literal('sig').exactOptional(),
  alg: z.string().exactOptional(),
  n: z.string().exactOptional(),
  e: z.string().exactOptional(),
  crv: z.string().exactOptional(),
  x: z.string().exactOptional(),
  y: z.string().exactOptional(),
})
const keySetForm = z.object({ keys: z.array(z.unknown()) })

/** Parses a JWK Set. Returns null if it is invalid; invalid keys are skipped. */
export const readKeySet = (value: unknown): SessionKeySet | null => {
  const set = keySetForm.safeParse(value).data
  if (set === undefined) return null
  const keys = set.keys.map(key => keyForm.safeParse(key).data).filter(key => key !== undefined)
  return new Map(keys.map(key => [key.kid, key]))
}

/** Cache lifetime of a key set in ms. A revoked key, possibly a leaked one, stops being accepted within it. */
const freshness = 5_000
/** Retry delay after a failed refetch in ms, during which the cached keys stay in use. */
const retryAfter = 10_000
/** Timeout of a key fetch, in ms. */
const patience = 2_000
/** Maximum wait of a request for a refetch if there are cached keys, in ms. */
const shortPatience = 300
/** Rate limit of refetches for unknown keys, which anyone can trigger: at most this many per window in ms. */
const mostFetches = 5
const fetchesCountedFor = 60_000

export type SessionKeys = {
  /** The keys as far as known; fetched when there are none. Null when the provider does not answer. */
  current: () => Promise<SessionKeySet | null>
  /**
   * Refetches the keys because a referenced one is missing. Concurrent calls share one fetch. Null if the provider does not respond, or the
   * rate limit of refetches is reached.
   */
  refetched: () => Promise<SessionKeySet | null>
}

/** Caches our project's public keys, published by the identity provider at `url`. */
export const createSessionKeys = ({
  url,
  provider,
  now,
}: {
  url: URL
  provider: Pick<OutsideService, 'get'>
  now: () => number
}): SessionKeys => {
  let kept: { keys: SessionKeySet; until: number } | null = null
  const fetching = createSingleFlight<'keys', SessionKeySet | null>()
  let fetches: number[] = []

  const load = async (): Promise<SessionKeySet | null> => {
    const answer = await provider.get(url, patience)
    const keys = answer.kind === 'answer' && answer.status === 200 ? readKeySet(parse(answer.body)) : null
    if (keys !== null) kept = { keys, until: now() + freshness }
    return keys
  }

  const fetchOnce = (): Promise<SessionKeySet | null> => fetching.run('keys', load)

  return {
    current: async () => {
      if (kept === null) return fetchOnce()
      if (now() >= kept.until) {
        // The old keys stay in use while the provider is unavailable: their JWTs expire within minutes.
        kept.until = now() + retryAfter
        await Promise.race([fetchOnce().catch(() => {}), sleep(shortPatience, null, { ref: false })])
      }
      return kept.keys
    },

    refetched: async () => {
      const pending = fetching.pending('keys')
      if (pending !== undefined) return pending
      fetches = fetches.filter(at => now() - at < fetchesCountedFor)
      if (fetches.length >= mostFetches) return null
      fetches.push(now())
      return fetchOnce()
    },
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
