import type { HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { groupedNumber } from '../../kit/amounts/index.ts'
import { answerJson, notKept } from './answer-json.ts'
import type { ApiCall } from './api-call.ts'
import { apiLimit } from './api-limits.ts'
import type { PaperAnswer } from './paper-schemas.ts'
import { ApiProblem, problemDetails } from './problem.ts'
import { spend } from './rate-limit.ts'
import type { PaperAnswers } from './read-paper-answers.ts'
import { notADoi, readDoi, readRequest, refuseQuery } from './read-request.ts'
import { BatchAnswer, BatchRequest, mostInBatch } from './schemas.ts'

const limit = apiLimit('apiBatch')

export const batchCall: ApiCall = {
  id: 'batchGetPapers',
  method: 'post',
  path: '/papers:batchGet',
  summary: 'Get many papers',
  description: `Returns up to ${groupedNumber(mostInBatch)} papers in request order, each in the form of \`/papers/{doi}\`.\n\nOnly the local index is read. Unknown papers are listed in \`not_found\`; invalid DOIs are too, and \`problems\` says why.\n\nEach paper spends one point of the rate limit.`,
  parameters: [],
  body: BatchRequest,
  answer: BatchAnswer,
  problems: ['bad-request', 'unknown-field', 'too-large', 'unsupported-content-type'],
  limit,
  example: {
    path: '/papers:batchGet',
    body: { dois: ['10.1126/science.aac4716', 'https://doi.org/10.1016/S0140-6736(97)11096-0'] },
    answer: {
      papers: [
        { doi: '10.1126/science.aac4716', status: { key: 'nothing-known' } },
        { doi: '10.1016/s0140-6736(97)11096-0', status: { key: 'retracted', date: '2010-02-06' } },
      ],
      not_found: [],
      problems: [],
    },
  },
}

type Options = {
  answers: Pick<PaperAnswers, 'many'>
  limits: Pick<Limits<'apiBatch'>, 'take'>
  origin: string
}

/** `POST /api/v1/papers:batchGet`. */
export const createBatchCall =
  ({ answers, limits, origin }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    refuseQuery(c)
    const { dois } = await readRequest(c, BatchRequest)
    await spend(c, limits, limit, dois.length)
    const asked = dois.map(text => ({ asked: text, doi: readDoi(text) }))
    const told = await answers.many(asked.flatMap(({ doi }) => doi ?? []))
    const answered = asked.map(({ asked, doi }) => ({ asked, paper: doi === null ? null : known(told.get(doi)) }))
    const found = answered.flatMap(({ asked, paper }) => (paper === null ? [] : [{ asked, paper }]))
    const answer: BatchAnswer = {
      papers: found.map(({ paper }) => paper),
      asked: found.map(({ asked }) => asked),
      not_found: answered.filter(({ paper }) => paper === null).map(({ asked }) => asked),
      problems: asked
        .filter(({ doi }) => doi === null)
        .map(({ asked }) => ({ asked, problem: problemDetails(new ApiProblem('not-a-doi', notADoi(asked)), origin) })),
    }
    return answerJson(c, answer, notKept)
  }

/** Null for a paper of which this site has no record, and of which nothing is known. */
const known = (paper: PaperAnswer | undefined): PaperAnswer | null =>
  paper === undefined || (paper.facts === null && paper.status.key === 'nothing-known') ? null : paper
