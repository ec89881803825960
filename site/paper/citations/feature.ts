import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { createWeb } from '../sources/index.ts'
import type { AmongOurs } from './ask-open-alex.ts'
import { type CitationJobs, createCitationJobs } from './nightly.ts'
import { citesSection } from './section.ts'
import { type CitationTables, citationsMigration } from './tables.ts'

/** Returns the local works among papers, from the feature that stores them. */
type WithOurs = { papers: { ours: AmongOurs } }

/** Citations of papers that were retracted, are under concern, or failed to replicate. */
export const citationsFeature = defineFeature<CitationTables & OutboxTables, CitationJobs, WithOurs>()({
  migrations: [citationsMigration],
  paperSection: citesSection,
  ...nothingOfPeople,
  open: ({ db, settings, logger, now, papers }) => ({
    jobs: createCitationJobs({
      db,
      openAlex:
        settings.openAlex.url === null
          ? null
          : { url: settings.openAlex.url, apiKey: settings.openAlex.apiKey?.reveal() },
      web: createWeb(settings, now),
      origin: settings.site.origin,
      ours: papers.ours,
      onFailure: sentence =>
        logger.info(`Could not fetch papers that cite retracted papers from OpenAlex. ${sentence}`),
    }),
  }),
})
