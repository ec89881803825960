import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople, type PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/define-page.ts'
import { statusWords } from '../known/index.ts'
import { createWeb } from '../sources/index.ts'
import type { FlaggedReferences } from './FlaggedReferences.tsx'
import type { CitesModel } from './model.ts'
import { type AmongOurs, type CitationJobs, createCitationJobs } from './nightly.ts'
import {
  type FlaggedReference,
  formatWhen,
  readFlaggedReferences,
  summarizeFlaggedReferences,
} from './read-fallen-references.ts'
import { type CitationTables, citationsMigration } from './tables.ts'

/** So many are on the page; more are counted. */
const mostShown = 50

/** Flagged references of a paper, below its evidence. They don't change the paper's own status. */
const citesSection: PaperSection<CitationTables, CitesModel> = {
  name: 'cites',
  place: 'story',
  component: markup<typeof FlaggedReferences>('paper/citations/FlaggedReferences.tsx'),
  reader: db => async doi => citesModel((await readFlaggedReferences(db, [doi])).get(doi)?.fallen ?? []),
}

/** Returns the section's model; its heading is null if there are none. */
export const citesModel = (fallen: readonly FlaggedReference[]): CitesModel => ({
  heading: summarizeFlaggedReferences(fallen),
  papers: fallen.slice(0, mostShown).map(shown),
  more: Math.max(0, fallen.length - mostShown),
})

const shown = ({ doi, title, status, when }: FlaggedReference): CitesModel['papers'][number] => ({
  doi,
  title,
  href: paths.paper(doi),
  status: { kind: status.kind, words: statusWords(status).headline },
  years: yearsOf(status.repeated),
  by: status.source?.name ?? null,
  when: formatWhen(when),
})

/** Years of replications, which the status counts without a year. */
const yearsOf = (repeated: FlaggedReference['status']['repeated']): string | null => {
  if (repeated === null) return null
  return repeated.first === repeated.last ? `in ${repeated.first}` : `between ${repeated.first} and ${repeated.last}`
}

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
