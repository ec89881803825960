import { addressOf, type HttpContext, type HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import { type Doi, matchDoiPath, mayBeRegistered, rawRequestTarget } from '../../kit/doi/index.ts'
import type { PaperPageModel, WithPapers } from '../../paper/papers/index.ts'
import { type ApiCall, apiLimit, spend } from './api-call.ts'
import { PaperAnswer } from './paper-schemas.ts'
import { ApiProblem, apiPaths, openHeaders } from './problem.ts'
import type { PaperAnswers } from './read-paper-answers.ts'
import { answerJson, doiIn, notKept, refuseQuery } from './read-request.ts'

const limit = apiLimit('apiRead')

export const paperCall: ApiCall = {
  id: 'getPaper',
  method: 'get',
  path: '/papers/{doi}',
  summary: 'Get a paper',
  description:
    'Returns the metadata and status of one paper: events, replications and reports with their sources, votes, other versions, retracted references and an open-access link.\n\nPapers that are not in the local index are fetched from OpenAlex and Crossref first; such a request can take two seconds.',
  parameters: [
    {
      name: 'doi',
      in: 'path',
      required: true,
      description: 'A DOI: bare, as a URL, or an arXiv ID. Slashes need no encoding; encode `%`, `?` and `#`.',
      schema: z.string(),
    },
  ],
  answer: PaperAnswer,
  problems: ['not-a-doi', 'unknown-paper', 'unavailable'],
  limit,
  example: {
    path: '/papers/10.1016/s0140-6736(97)11096-0',
    answer: {
      doi: '10.1016/s0140-6736(97)11096-0',
      title:
        'Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children',
      status: { key: 'retracted', headline: 'Retracted on 6 February 2010', date: '2010-02-06' },
      events: [{ type: 'retraction', date: '2010-02-06', url: 'https://doi.org/10.1016/s0140-6736(10)60175-4' }],
      votes: { reliable: 0, unreliable: 0 },
    },
  },
}

type Options = {
  papers: Pick<WithPapers['papers'], 'page'>
  answers: Pick<PaperAnswers, 'one'>
  limits: Pick<Limits<'apiRead'>, 'take'>
}

/** `GET /api/v1/papers/{doi}`. */
export const createPaperCall =
  ({ papers, answers, limits }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    const doi = doiIn(doiInTarget(rawRequestTarget(c.req.url, c.env?.incoming?.url)))
    refuseQuery(c)
    await spend(c, limits, limit)
    const view = await papers.page(doi, null, addressOf(c))
    if (view.kind === 'moved')
      return c.body(null, 302, { ...openHeaders, Location: apiPaths.paper(doiOfPage(view.path) ?? doi) })
    if (view.kind !== 'page') throw unknownPaper(doi)
    refuseUnknown(doi, view.model, view.retryAfter)
    const { status } = view.model.known
    // Not cached if a source may add data within a minute.
    const passing = status.kind === 'not-asked' || view.model.record === 'unavailable'
    const answer: PaperAnswer = await answers.one(view.model)
    return passing ? answerJson(c, answer, notKept) : answerJson(c, answer)
  }

const doiOfPage = (path: string): Doi | null => {
  const match = matchDoiPath(path)
  return match.kind === 'match' ? match.doi : null
}

/** Returns the path after `/papers/`, decoded once. */
const doiInTarget = (target: string): string => {
  const path = target.replace(/\?.*/s, '').slice('/api/v1/papers/'.length)
  try {
    return decodeURIComponent(path)
  } catch (cause) {
    throw new ApiProblem('bad-request', 'The URL has an invalid percent encoding.', { cause })
  }
}

/** Distinguishes a paper unknown to all sources from unavailable sources. */
const refuseUnknown = (doi: Doi, model: PaperPageModel, retryAfter: number | null): void => {
  const { record, known } = model
  const isKnown = record === 'found' || known.facts.length > 0
  if (isKnown) return
  if (record === 'not-found') throw unknownPaper(doi)
  if (retryAfter !== null)
    throw new ApiProblem('too-many-requests', 'Too many requests for papers that are not in the local index.', {
      retryAfter,
    })
  throw new ApiProblem('unavailable', 'No source has responded for this paper yet, and it is not in the local index.', {
    retryAfter: 60,
  })
}

const unknownPaper = (doi: Doi): HttpProblem =>
  new ApiProblem(
    'unknown-paper',
    mayBeRegistered(doi)
      ? `No source has a paper with the DOI ${doi}.`
      : `No source has a paper with the DOI ${doi}, which no registrar can have assigned.`,
  )
