import { setTimeout as sleep } from 'node:timers/promises'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { OutsideService } from '../../../../kit/outside/index.ts'
import { readKeySet, type SessionKeySet } from './session-key-set.ts'

/** How long a key set is used before it is fetched again, in ms: a key taken back, perhaps because it was stolen, is gone within it. */
const freshness = 5_000
/** How long the keys at hand serve on when they could not be fetched again, in ms. */
const retryAfter = 10_000
/** How long the provider may take to answer with its keys, in ms. */
const patience = 2_000
/** How long a request waits for keys to be fetched again while there are some, in ms. */
const shortPatience = 300
/** Anybody can name a key that does not exist: no more than so many fetches follow from that in so many ms. */
const mostFetches = 5
const fetchesCountedFor = 60_000

export type SessionKeys = {
  /** The keys as far as known; fetched when there are none. Null when the provider does not answer. */
  current: () => Promise<SessionKeySet | null>
  /**
   * The keys, fetched anew because one that was named is missing; calls at the same time are one fetch. Null when the
   * provider does not answer, or has been asked so often lately that it is left alone.
   */
  refetched: () => Promise<SessionKeySet | null>
}

/** Keeps the public keys of our project at the identity provider, which publishes them at `url`. */
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
        // While the provider is away the old ones serve: what they signed lives for minutes.
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
