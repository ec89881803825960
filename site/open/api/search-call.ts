import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import { type FindWorks, noPaperSentence } from '../../finding/search/index.ts'
import { paths, readPasted } from '../../kit/doi/index.ts'
import { nothingKnown, type Status, statusMark } from '../../paper/known/index.ts'
import type { ReadStatuses } from '../../paper/papers/index.ts'
import { answerJson, notKept } from './answer-json.ts'
import type { ApiCall } from './api-call.ts'
import { apiLimit } from './api-limits.ts'
import { ApiProblem } from './problem.ts'
import { spend } from './rate-limit.ts'
import { readQuery } from './read-request.ts'
import { SearchAnswer } from './schemas.ts'
import { statusKey } from './status-answer.ts'

const limit = apiLimit('apiSearch')

const question = z.string({ error: 'say once what to search for' }).trim().min(1, { error: 'say what to search for' })

export const searchCall: ApiCall = {
  id: 'searchPapers',
  method: 'get',
  path: '/search',
  summary: 'Find papers',
  description:
    'The same search as on this site: words of a title, names, a DOI, a number of PubMed or arXiv, the address of a paper, or a whole reference. Five papers at most, the best first.',
  parameters: [{ name: 'q', in: 'query', required: true, description: 'What to search for.', schema: question }],
  answer: SearchAnswer,
  problems: ['bad-request', 'unavailable'],
  limit,
  example: { path: '/search?q=estimating+the+reproducibility+of+psychological+science' },
}

const query = z.object({ q: question })

type Options = {
  findWorks: FindWorks
  statuses: ReadStatuses
  limits: Pick<Limits<'apiSearch'>, 'take'>
  /** Of this site. */
  origin: string
}

/** `GET /api/v1/search?q=`. */
export const createSearchCall =
  ({ findWorks, statuses, limits, origin }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    const { q } = readQuery(c, query)
    await spend(c, limits, limit)
    const outcome = await findWorks(q, addressOf(c))
    if (outcome.kind !== 'found')
      throw new ApiProblem('unavailable', 'The search could not be done: what it asks does not answer.', {
        retryAfter: 2,
      })
    const answer = searchAnswer(q, outcome, await statuses(outcome.works.map(({ doi }) => doi)), origin)
    return outcome.whole ? answerJson(c, answer) : answerJson(c, answer, notKept)
  }

type Found = Extract<Awaited<ReturnType<FindWorks>>, { kind: 'found' }>

/** What a search found, in the form of the API; `origin`: of this site. */
export const searchAnswer = (
  q: string,
  { works, whole }: Found,
  known: Awaited<ReturnType<ReadStatuses>>,
  origin: string,
): SearchAnswer => ({
  papers: works.map(({ doi, title, authors, authorsTruncated, journal, year }) => ({
    doi,
    page_url: origin + paths.paper(doi),
    title,
    authors: [...authors],
    authors_truncated: authorsTruncated ?? false,
    journal,
    year,
    status: markOf(known.get(doi)),
  })),
  complete: whole,
  note: works.length > 0 ? null : noPaperSentence(readPasted(q)),
})

const markOf = (status: Status | undefined): SearchAnswer['papers'][number]['status'] => {
  const mark = statusMark(status ?? nothingKnown)
  return mark && { key: statusKey(mark.kind), words: mark.words }
}
