import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import { type FindWorks, notFoundMessage } from '../../finding/search/index.ts'
import { paths, readPasted } from '../../kit/doi/index.ts'
import { nothingKnown, type Status, statusMark } from '../../paper/known/index.ts'
import type { ReadStatuses } from '../../paper/papers/index.ts'
import { statusKey } from '../public-names/index.ts'
import { type ApiCall, apiLimit, spend } from './api-call.ts'
import { ApiProblem, apiPaths } from './problem.ts'
import { answerJson, notKept, readQuery } from './read-request.ts'
import { type FoundPapers, SearchAnswer } from './schemas.ts'

const limit = apiLimit('apiSearch')

const question = z.string({ error: 'send one search query' }).trim().min(1, { error: 'send a search query' })

/** The number of papers that can be paged through. A larger window would need more candidates than a search ranks. */
const mostFound = 100

/** An optional integer of the query: as the document describes it, and as it is parsed. */
const integer = (least: number, most: number, preset: number) => {
  const error = `use an integer from ${least} to ${most}, once`
  return {
    described: z.int().min(least).max(most).default(preset),
    parsed: z
      .string({ error })
      .regex(/^(?:0|[1-9]\d{0,3})$/, { error })
      .transform(Number)
      .pipe(z.int().min(least, { error }).max(most, { error }))
      .default(preset),
  }
}

const pageSize = integer(1, 50, 20)
const skipped = integer(0, mostFound - 1, 0)

export const searchCall: ApiCall = {
  id: 'searchPapers',
  method: 'get',
  path: '/search',
  summary: 'Search papers',
  description: `Searches titles, authors and years, and resolves DOIs, PubMed and arXiv IDs, publisher URLs and whole references, exactly as the search on this site does. Best match first.\n\nResults are paged: \`limit\` papers from \`offset\` on. Follow \`next\` (also sent as \`Link: rel="next"\`) while \`has_more\` is true. A search returns its first ${mostFound} papers; narrow the query to reach others.`,
  parameters: [
    { name: 'q', in: 'query', required: true, description: 'The search query.', schema: question },
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Papers per page, 1 to 50. Default: 20.',
      schema: pageSize.described,
    },
    {
      name: 'offset',
      in: 'query',
      required: false,
      description: `Papers to skip, 0 to ${mostFound - 1}. Default: 0.`,
      schema: skipped.described,
    },
  ],
  answer: SearchAnswer,
  isPaged: true,
  problems: ['bad-request', 'unavailable'],
  limit,
  example: {
    path: '/search?q=power+posing&limit=2',
    answer: {
      papers: [
        {
          doi: '10.1177/0956797610383437',
          title: 'Power Posing: Brief Nonverbal Displays Affect Neuroendocrine Levels and Risk Tolerance',
          year: 2010,
          status: { key: 'mixed-replications', label: 'Mixed replication results (2 studies)' },
        },
        { doi: '10.1177/0956797614553946', year: 2015, status: null },
      ],
      complete: true,
      has_more: true,
      next: '{origin}/api/v1/search?q=power+posing&limit=2&offset=2',
    },
  },
}

const query = z.object({
  q: question,
  limit: pageSize.parsed,
  offset: skipped.parsed,
})

type Options = {
  findWorks: FindWorks
  statuses: ReadStatuses
  limits: Pick<Limits<'apiSearch'>, 'take'>
  origin: string
}

/** `GET /api/v1/search?q=&limit=&offset=`. Every page is a part of one list, which does not depend on the size of the pages. */
export const createSearchCall =
  ({ findWorks, statuses, limits, origin }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    const { q, limit: size, offset } = readQuery(c, query)
    await spend(c, limits, limit)
    const outcome = await findWorks(q, addressOf(c), mostFound)
    if (outcome.kind !== 'found')
      throw new ApiProblem('unavailable', 'Search is unavailable: its sources do not respond.', { retryAfter: 2 })
    const works = outcome.works.slice(offset, offset + size)
    const known = await statuses(works.map(({ doi }) => doi))
    const end = offset + size
    const next = end < outcome.works.length ? pageUrl(origin, { q, limit: size, offset: end }) : null
    const answer: SearchAnswer = {
      ...foundPapers(q, { ...outcome, works }, known, origin),
      // Past the last page nothing is listed, and yet something was found.
      ...(outcome.works.length > 0 && { message: null }),
      has_more: next !== null,
      next,
    }
    if (next !== null) c.header('Link', `<${next}>; rel="next"`)
    return outcome.whole ? answerJson(c, answer) : answerJson(c, answer, notKept)
  }

const pageUrl = (origin: string, { q, limit, offset }: { q: string; limit: number; offset: number }): string =>
  `${origin}${apiPaths.search}?${new URLSearchParams({ q, limit: String(limit), offset: String(offset) })}`

type Found = Extract<Awaited<ReturnType<FindWorks>>, { kind: 'found' }>

/** Converts search results to API output; `origin`: of this site. */
export const foundPapers = (
  q: string,
  { works, whole }: Found,
  known: Awaited<ReturnType<ReadStatuses>>,
  origin: string,
): FoundPapers => ({
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
  message: works.length > 0 ? null : notFoundMessage(readPasted(q)),
})

const markOf = (status: Status | undefined): FoundPapers['papers'][number]['status'] => {
  const mark = statusMark(status ?? nothingKnown)
  return mark && { key: statusKey(mark.kind), label: mark.words }
}
