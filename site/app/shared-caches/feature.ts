import type { Handlers } from '@corroborate/server-kit/outbox'
import type { CachePurge } from '@corroborate/server-kit/settings'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import type { PurgeJobs } from '../../kit/shared-caches/note-change.ts'

/** A cache that has not answered by then has failed, in ms. */
const longestWait = 5_000

/**
 * Jobs that purge a key from every cache. An unavailable cache is retried with backoff, together with the others, since purging is
 * idempotent.
 */
export const purgeJobs = (caches: readonly CachePurge[]): Required<Handlers<PurgeJobs>> => ({
  'caches.purge': async ({ key }) => {
    const told = await Promise.allSettled(caches.map(cache => tell(cache, key)))
    for (const answer of told) if (answer.status === 'rejected') throw answer.reason
  },
})

const tell = async ({ form, url, secret }: CachePurge, key: string): Promise<void> => {
  const authorization = secret === null ? {} : { Authorization: `Bearer ${secret.reveal()}` }
  const request =
    form === 'varnish'
      ? { method: 'PURGE', headers: { ...authorization, 'Surrogate-Key': key } }
      : {
          method: 'POST',
          headers: { ...authorization, 'Content-Type': 'application/json' },
          body: JSON.stringify({ keys: [key] }),
        }
  const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(longestWait) })
  await answer.body?.cancel()
  // The address may hold a secret of the operator's.
  if (!answer.ok) throw new Error(`The cache at ${new URL(url).host} answered a purge with ${answer.status}.`)
}

/** Purges the caches in front of the site on changes. */
export const sharedCachesFeature = defineFeature<object, PurgeJobs>()({
  ...nothingOfPeople,
  open: ({ settings }) => ({ jobs: purgeJobs(settings.cachePurges) }),
})
