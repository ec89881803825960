import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { type KnownTables, runsReader, type SourceTables, sourcesMigration, sourcesReader } from '../known/index.ts'
import { createCountEvents } from './count-events.ts'
import { createSyncJobs, type SourceJobs } from './nightly.ts'
import { createStatusCalls } from './status-calls.ts'
import { statusPage } from './status-page.ts'
import { createWeb } from './sync.ts'

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
