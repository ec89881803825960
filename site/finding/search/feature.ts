import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { createOpenAlexIds, withGuess } from './ask-outside-id.ts'
import { mostRanked } from './break-ties.ts'
import { createSearchCall } from './calls.ts'
import { createFindWorks, type SearchSources } from './find-works.ts'
import { foundIn } from './found-in.ts'
import { resultsPage } from './results-page.ts'
import { createOpenAlexSearch } from './search-open-alex.ts'

const limits = {
  /** Searches; a fast typist makes about one a second. */
  search: { points: 120, perSeconds: 60 },
} as const

/** Finding papers: suggestions while one types, and the page of results. */
export const searchFeature = defineFeature<SearchTables, NoJobs, WithPapers & WithWorks>()({
  migrations: [searchMigration],
  limits,
  pages: [resultsPage],
  ...nothingOfPeople,
  open: ({ settings, now, db, limits, papers, searchWorks, outside, pages }) => {
    const { openAlex } = settings
    const byDoi: SearchSources['byDoi'] = async (doi, address) => {
      const answer = await papers.facts.find(doi, address)
      return answer.kind === 'found' ? { kind: 'found', work: foundIn(answer.facts) } : { kind: answer.kind }
    }
    const byNumber =
      openAlex.url === null
        ? null
        : createOpenAlexIds({
            url: openAlex.url,
            apiKey: openAlex.apiKey?.reveal(),
            service: outside({ name: 'OpenAlex by number', usualPause: 2_000 }),
            db,
            learn: papers.learn,
            now,
          })
    const findWorks = createFindWorks({
      local: query => searchWorks(query, mostRanked),
      knownAmong: async dois =>
        new Set(
          [...(await papers.statuses(dois))].flatMap(([doi, { kind }]) =>
            kind === 'nothing' || kind === 'notice' ? [] : [doi],
          ),
        ),
      byDoi,
      byOutsideId: withGuess(byDoi, byNumber),
      outside:
        openAlex.url === null
          ? null
          : createOpenAlexSearch({
              url: openAlex.url,
              apiKey: openAlex.apiKey?.reveal(),
              service: outside({
                name: 'OpenAlex search',
                // Somebody is typing: the next word may be asked for soon.
                usualPause: 2_000,
              }),
              db,
              learn: papers.learn,
              now,
            }),
    })
    return {
      routes: {
        [paths.search()]: {
          GET: createSearchCall({
            findWorks,
            statuses: papers.statuses,
            limits,
            page: (c, model, status) => pages.show(c, resultsPage, model, status),
          }),
        },
      },
    }
  },
})
