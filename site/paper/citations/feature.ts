import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { createWeb } from '../sources/index.ts'
import type { AmongOurs } from './ask-open-alex.ts'
import { type CitationJobs, createCitationJobs } from './nightly.ts'
import { citesSection } from './section.ts'
import { type CitationTables, citationsMigration } from './tables.ts'

/** Of the papers, which of some are among the works of ours: what the feature that has them gives. */
type WithOurs = { papers: { ours: AmongOurs } }

/** Which papers cite one that was retracted, is under concern, or failed to replicate. */
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
      onFailure: sentence => logger.info(`OpenAlex could not be asked who cites fallen papers. ${sentence}`),
    }),
  }),
})
