import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { frontReader, type OfferTables } from '../../news/front/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { createOpenAlexIds, withGuess } from './ask-outside-id.ts'
import { mostRanked } from './break-ties.ts'
import { createSearchCall } from './calls.ts'
import { examples } from './examples.ts'
import { createFindWorks, type SearchSources } from './find-works.ts'
import { foundIn } from './found-in.ts'
import { homePage } from './home-page.ts'
import { resultsPage } from './results-page.ts'
import { createOpenAlexSearch } from './search-open-alex.ts'

const limits = {
  /** Searches; a fast typist makes about one a second. */
  search: { points: 120, perSeconds: 60 },
} as const

/** Finding papers: the home page, its suggestions, and the results. */
export const searchFeature = {
  migrations: [searchMigration],
  limits,
  pages: [homePage, resultsPage],
  paperSection: null,
  moderated: null,
  attempts: null,
  notes: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  mine: null,
  exportOf: null,
  open: ({ settings, now, db, limits, papers, searchWorks, outside, pages }) => {
    const { openAlex } = settings
    const readFront = frontReader(db, papers.summaries)
    const exampleDois = examples.map(({ doi }) => storedDoi(doi))
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
      jobs: {},
      middleware: [],
      routes: {
        [paths.home]: { GET: c => pages.showToAll(c, homePage, () => readFront(exampleDois)) },
        [paths.search()]: {
          GET: createSearchCall({
            findWorks,
            statuses: papers.statuses,
            limits,
            page: (c, model, status) => pages.show(c, resultsPage, model, status),
          }),
        },
      },
      paperRoutes: {},
    }
  },
} as const satisfies Feature<SearchTables & OfferTables, Record<never, never>, typeof limits, null>
