import { track } from '../../../kit/analytics/index.ts'
import { paths, storedDoi } from '../../../kit/doi/index.ts'

/** A call that has found no answer by then counts as failed, in ms. */
const longestWait = 10_000

/** `POST` or `DELETE /{doi}/watch` (SPEC §7). Gives whether it was done; never throws. */
export const callWatch = async (doi: string, watching: boolean): Promise<boolean> => {
  try {
    const { ok } = await fetch(paths.watch(storedDoi(doi)), {
      method: watching ? 'POST' : 'DELETE',
      headers: { accept: 'application/json' },
      cache: 'no-store',
      keepalive: true,
      signal: AbortSignal.timeout(longestWait),
    })
    if (ok) void track(watching ? 'watch' : 'unwatch', { doi })
    return ok
  } catch {
    return false
  }
}
