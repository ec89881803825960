import type { Handlers } from '@corroborate/server-kit/outbox'
import type { CachePurge } from '@corroborate/server-kit/settings'
import type { PurgeJobs } from '../../kit/shared-caches/index.ts'

/** A cache that has not answered by then has failed, in ms. */
const longestWait = 5_000

/**
 * For the outbox's worker: tells every cache that what has a key is old. One that does not answer is told again, later and later, and so
 * are those beside it: telling twice does no harm.
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
