import { callSite } from '../../../accounts/calls/browser/call-site.ts'
import { track } from '../../../kit/analytics/track.ts'

/** A call that has found no answer by then counts as failed, in ms. */
const longestWait = 10_000

/** A watchable paper with the URL of its form. */
type Watchable = { doi: string; watch: string }

/** `POST` or `DELETE /{doi}/watch` (SPEC §7). Gives whether it was done; never throws. */
export const callWatch = async ({ doi, watch }: Watchable, watching: boolean): Promise<boolean> => {
  const { kind } = await callSite(watch, {
    method: watching ? 'POST' : 'DELETE',
    keepalive: true,
    longestWait,
    wish: { kind: watching ? 'watch' : 'unwatch', about: doi },
  })
  const isDone = kind === 'done'
  if (isDone) void track(watching ? 'watch' : 'unwatch', { doi })
  return isDone
}
