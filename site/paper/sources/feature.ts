import { type HttpContext, wantsPage } from '@corroborate/server-kit/http'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import {
  type KnownSource,
  type KnownTables,
  runsReader,
  type SourceReach,
  type SourceTables,
  sourcesMigration,
  sourcesReader,
} from '../known/index.ts'
import { createCountEvents, type EventCounts, type StatusPageModel, statusOfSource } from './count-events.ts'
import { createSyncJobs, type SourceJobs, statusPage } from './nightly.ts'
import { createWeb } from './sync.ts'

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
const createStatusCalls = ({ reach, events, did, isOff, now, page }: StatusDependencies) => {
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

/** Nightly sync of evidence sources, with their freshness at `/status`. */
export const sourcesFeature = defineFeature<KnownTables & SourceTables & OutboxTables, SourceJobs>()({
  migrations: [sourcesMigration],
  pages: [statusPage],
  ...nothingOfPeople,
  open: ({ settings, logger, now, db, outbox, pages }) => {
    const urls = {
      crossref: settings.crossref.url,
      'retraction-watch': settings.retractionWatch.url,
      forrt: settings.forrt.url,
    }
    const sources = db.$pickTables<'known_sources'>()
    const calls = createStatusCalls({
      reach: sourcesReader(sources),
      events: createCountEvents(db.$pickTables<keyof KnownTables>(), now),
      did: runsReader(sources),
      isOff: source => urls[source] === null,
      now,
      page: (c, model) => pages.show(c, statusPage, model),
    })
    return {
      jobs: createSyncJobs(
        { db: db.$pickTables<'outbox'>(), outbox },
        { db: db.$pickTables<keyof (KnownTables & SourceTables)>(), settings, web: createWeb(settings, now) },
        (source, outcome) => logger.info({ source, ...outcome }, 'a source was asked what is new'),
      ),
      routes: {
        [paths.status]: { GET: calls.status },
        [paths.statusJson]: { GET: calls.json },
      },
    }
  },
})
