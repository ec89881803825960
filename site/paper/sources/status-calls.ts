import { type HttpContext, wantsPage } from '@corroborate/server-kit/http'
import type { KnownSource, SourceReach } from '../known/index.ts'
import type { EventCounts } from './count-events.ts'
import { statusOfSource } from './source-status.ts'
import type { StatusPageModel } from './status-model.ts'

export type StatusDependencies = {
  reach: () => Promise<SourceReach[]>
  events: () => Promise<EventCounts>
  /** Returns the summary of each source's last run. */
  did: () => Promise<Map<KnownSource, string | null>>
  isOff: (source: KnownSource) => boolean
  now: () => number
  page: (c: HttpContext, model: StatusPageModel) => Response
}

/** `GET /status`: a page for browsers, JSON for API clients; `GET /status.json`: always JSON. */
export const createStatusCalls = ({ reach, events, did, isOff, now, page }: StatusDependencies) => {
  const read = async (): Promise<StatusPageModel> => {
    const [reached, counts, runs] = await Promise.all([reach(), events(), did()])
    const at = now()
    const { starter } = counts
    return {
      starter: starter.notices + starter.replications === 0 ? null : starter,
      at: new Date(at).toISOString(),
      sources: reached.map(one =>
        statusOfSource({
          reach: one,
          events: counts[one.source],
          did: runs.get(one.source) ?? null,
          isOff: isOff(one.source),
          now: at,
        }),
      ),
    }
  }
  const json = async (c: HttpContext): Promise<Response> => {
    c.header('Cache-Control', 'no-cache')
    return c.json(await read())
  }
  return {
    json,
    async status(c: HttpContext): Promise<Response> {
      c.header('Vary', 'Accept')
      return wantsPage(c) ? page(c, await read()) : json(c)
    },
  }
}
