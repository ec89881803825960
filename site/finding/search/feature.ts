import { addressOf, type HttpContext, HttpProblem, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { type Pasted, paths, readPasted } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { ReadStatuses, WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { type FoundPaper, type FoundWork, writeSearchJson } from '../search-box/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { cleanQuery, type FindOutcome, type FindWorks } from './find-works.ts'
import type { ResultsPageModel } from './models.ts'
import { notFoundMessage, openFindWorks, resultsPage, unavailableMessage } from './open-find-works.ts'

/** SPEC §8. */
const sentences = {
  'too-many-requests': 'Too many requests. Please try again in a moment.',
  unavailable: 'Search service is currently unavailable.',
} as const

export type SearchDependencies = {
  findWorks: FindWorks
  /** Reads the statuses of found papers. */
  statuses: ReadStatuses
  limits: Pick<Limits<'search'>, 'require'>
  /** Draws the results page. */
  page: (c: HttpContext, model: ResultsPageModel, status: 200 | 429 | 503) => Response
}

/**
 * `GET /search?q=…`: JSON in the format of OpenAlex's `/works` for API clients; the results page for browser navigations, such as a form
 * submit without JavaScript. A query that identifies one paper redirects a browser to its page; an invalid identifier gets a message.
 */
export const createSearchCall = ({ findWorks, statuses, limits, page }: SearchDependencies) => {
  const marked = async (works: readonly FoundWork[]): Promise<FoundPaper[]> => {
    const known = await statuses(works.map(({ doi }) => doi))
    return works.map(work => ({ ...work, status: statusMark(known.get(work.doi) ?? nothingKnown) }))
  }

  return async (c: HttpContext): Promise<Response> => {
    const typed = c.req.query('q') ?? ''
    const query = cleanQuery(typed)
    const pasted = readPasted(typed)
    c.header('Vary', 'Accept')
    if (!wantsPage(c)) {
      await limits.require('search', { address: addressOf(c) })
      const outcome = await findWorks(typed, addressOf(c))
      return jsonAnswer(c, outcome, outcome.kind === 'found' ? await marked(outcome.works) : [], pasted)
    }
    if (pasted.kind === 'doi') return c.redirect(paths.paper(pasted.doi), 303)
    if (query === '') return page(c, { ...nothing, query }, 200)
    await limits.require('search', { address: addressOf(c) })
    const outcome = await findWorks(typed, addressOf(c))
    if (outcome.kind === 'found') {
      const [only] = outcome.works
      if (pasted.kind === 'ask-openalex' && only !== undefined) return c.redirect(paths.paper(only.doi), 303)
      return page(c, { ...nothing, query, results: await marked(outcome.works), note: notFoundMessage(pasted) }, 200)
    }
    c.header('Retry-After', String(retryAfter))
    return page(c, { ...nothing, query, error: sentenceOf(outcome, pasted) }, statusOf(outcome))
  }
}

const nothing = { results: [], note: null, error: null } as const

/** Retry-After of a failed search, in seconds. */
const retryAfter = 2

const jsonAnswer = (c: HttpContext, outcome: FindOutcome, works: readonly FoundPaper[], pasted: Pasted): Response => {
  if (outcome.kind !== 'found') throw new HttpProblem(statusOf(outcome), sentenceOf(outcome, pasted), { retryAfter })
  // Short private caching, so that going back to a previous query sends no request.
  c.header('Cache-Control', outcome.whole ? 'private, max-age=60' : 'no-store')
  return c.json(writeSearchJson(works, works.length === 0 ? notFoundMessage(pasted) : null))
}

/**
 * Returns the error message. For a pasted identifier, only the external service that could resolve it is unavailable; search still works.
 */
const sentenceOf = ({ kind }: Exclude<FindOutcome, { kind: 'found' }>, pasted: Pasted): string =>
  (kind === 'unavailable' ? unavailableMessage(pasted) : null) ?? sentences[kind]

const statusOf = (outcome: Exclude<FindOutcome, { kind: 'found' }>): 429 | 503 =>
  outcome.kind === 'too-many-requests' ? 429 : 503

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
    const findWorks = openFindWorks({ settings, now, db, papers, searchWorks, outside })
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
