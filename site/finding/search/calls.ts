import { addressOf, type HttpContext, HttpProblem, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { type Pasted, paths, readPasted } from '../../kit/doi/index.ts'
import { nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { ReadStatuses } from '../../paper/papers/index.ts'
import { type FoundPaper, type FoundWork, writeSearchJson } from '../search-box/index.ts'
import type { FindOutcome, FindWorks } from './find-works.ts'
import type { ResultsPageModel } from './models.ts'
import { noPaperSentence, notAskedSentence } from './pasted-sentence.ts'
import { cleanQuery } from './query.ts'

/** SPEC §8. */
const sentences = {
  'too-many-requests': 'Too many requests. Please try again in a moment.',
  unavailable: 'Search service is currently unavailable.',
} as const

export type SearchDependencies = {
  findWorks: FindWorks
  /** What is known about the papers found, in one word each. */
  statuses: ReadStatuses
  limits: Pick<Limits<'search'>, 'require'>
  /** Draws the results page. */
  page: (c: HttpContext, model: ResultsPageModel, status: 200 | 429 | 503) => Response
}

/**
 * `GET /search?q=…`: JSON in the shape of OpenAlex's `/works` for programs; the results page for a browser window, where a form
 * sent without JavaScript ends. What names one paper leads a browser window to its page at once; what cannot is told so.
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
      return page(c, { ...nothing, query, results: await marked(outcome.works), note: noPaperSentence(pasted) }, 200)
    }
    c.header('Retry-After', String(retryAfter))
    return page(c, { ...nothing, query, error: sentenceOf(outcome, pasted) }, statusOf(outcome))
  }
}

const nothing = { results: [], note: null, error: null } as const

/** When a search that could not be done is worth trying again, in seconds. */
const retryAfter = 2

const jsonAnswer = (c: HttpContext, outcome: FindOutcome, works: readonly FoundPaper[], pasted: Pasted): Response => {
  if (outcome.kind !== 'found') throw new HttpProblem(statusOf(outcome), sentenceOf(outcome, pasted), { retryAfter })
  // A moment in the reader's own cache: going back to a query already typed asks nobody.
  c.header('Cache-Control', outcome.whole ? 'private, max-age=60' : 'no-store')
  return c.json(writeSearchJson(works, works.length === 0 ? noPaperSentence(pasted) : null))
}

/** That a pasted address says nothing to us is no fault of the search, which still works: who could have told is away. */
const sentenceOf = ({ kind }: Exclude<FindOutcome, { kind: 'found' }>, pasted: Pasted): string =>
  (kind === 'unavailable' ? notAskedSentence(pasted) : null) ?? sentences[kind]

const statusOf = (outcome: Exclude<FindOutcome, { kind: 'found' }>): 429 | 503 =>
  outcome.kind === 'too-many-requests' ? 429 : 503
