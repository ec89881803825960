import type { HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import {
  findReportByHash,
  outcomeHeadline,
  type ReportTables,
  reportPath,
  type StoredReport,
} from '../../readers/reports/index.ts'
import { type ApiCall, apiLimit, spend } from './api-call.ts'
import type { PaperAnswer } from './paper-schemas.ts'
import { ApiProblem, problemDetails } from './problem.ts'
import { type PaperAnswers, reportSummary } from './read-paper-answers.ts'
import { answerJson, notADoi, notKept, readDoi, readRequest, refuseQuery } from './read-request.ts'
import { BatchAnswer, BatchRequest, mostInBatch, ReportAnswer } from './schemas.ts'

const batchCallLimit = apiLimit('apiBatch')

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
  limit: batchCallLimit,
  example: {
    path: '/papers:batchGet',
    body: { dois: ['10.1126/science.aac4716', 'https://doi.org/10.1016/S0140-6736(97)11096-0'] },
    answer: {
      papers: [
        { doi: '10.1126/science.aac4716', status: { key: 'nothing-found' } },
        { doi: '10.1016/s0140-6736(97)11096-0', status: { key: 'retracted', date: '2010-02-06' } },
      ],
      not_found: [],
      problems: [],
    },
  },
}

type BatchCallOptions = {
  answers: Pick<PaperAnswers, 'many'>
  limits: Pick<Limits<'apiBatch'>, 'take'>
  origin: string
}

/** `POST /api/v1/papers:batchGet`. */
export const createBatchCall =
  ({ answers, limits, origin }: BatchCallOptions) =>
  async (c: HttpContext): Promise<Response> => {
    refuseQuery(c)
    const { dois } = await readRequest(c, BatchRequest)
    await spend(c, limits, batchCallLimit, dois.length)
    const requests = dois.map(text => ({ requested: text, doi: readDoi(text) }))
    const told = await answers.many(requests.flatMap(({ doi }) => doi ?? []))
    const answered = requests.map(({ requested, doi }) => ({
      requested,
      paper: doi === null ? null : known(told.get(doi)),
    }))
    const found = answered.flatMap(({ requested, paper }) => (paper === null ? [] : [{ requested, paper }]))
    const answer: BatchAnswer = {
      papers: found.map(({ paper }) => paper),
      requested: found.map(({ requested }) => requested),
      not_found: answered.filter(({ paper }) => paper === null).map(({ requested }) => requested),
      problems: requests
        .filter(({ doi }) => doi === null)
        .map(({ requested }) => ({
          requested,
          problem: problemDetails(new ApiProblem('not-a-doi', notADoi(requested)), origin),
        })),
    }
    return answerJson(c, answer, notKept)
  }

/** Null for a paper without a record and without evidence. */
const known = (paper: PaperAnswer | undefined): PaperAnswer | null =>
  paper === undefined || (paper.metadata === null && paper.status.key === 'nothing-found') ? null : paper

const limit = apiLimit('apiRead')

export const reportCall: ApiCall = {
  id: 'getReport',
  method: 'get',
  path: '/reports/{hash}',
  summary: 'Get a report',
  description:
    'Returns a report that was submitted here and approved by a moderator: outcome, method, each result, and the hashes of its files.',
  parameters: [
    {
      name: 'hash',
      in: 'path',
      required: true,
      description:
        'SHA-256 of the report (`reports[].hash` of a paper) or of the reporter’s files, in 64 hexadecimal digits.',
      schema: z.string(),
    },
  ],
  answer: ReportAnswer,
  problems: ['unknown-report'],
  limit,
  example: null,
}

type Options = {
  db: Kysely<ReportTables>
  limits: Pick<Limits<'apiRead'>, 'take'>
  origin: string
}

/** `GET /api/v1/reports/{hash}`. */
export const createReportCall =
  ({ db, limits, origin }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    refuseQuery(c)
    await spend(c, limits, limit)
    const hash = (c.req.param('hash') ?? '').toLowerCase()
    const report = /^[\da-f]{64}$/.test(hash) ? await findReportByHash(db, hash) : null
    if (report === null || report.approvedAt === null)
      throw new ApiProblem('unknown-report', 'No approved report has this SHA-256. It has 64 hexadecimal digits.')
    return answerJson(c, reportAnswer(report, report.approvedAt, origin))
  }

/** Converts a report to API output; `origin`: of this site. */
export const reportAnswer = (report: StoredReport, approvedAt: number, origin: string): ReportAnswer => {
  const { doi, content, sha256, outcome } = report
  return {
    ...reportSummary(report, origin + reportPath(doi, sha256)),
    doi,
    headline: outcomeHeadline(outcome, content.results),
    approved_at: new Date(approvedAt).toISOString(),
    package_sha256: sha256,
    platform: content.platform,
    environment: content.environmentDetails,
    approach: content.approach,
    code_changes: content.codeChanges,
    report: content.auditReport,
    package_url: content.reproducibilityPackage ?? null,
    results: content.results.map(({ claim, published, obtained, verdict }) => ({
      claim,
      published,
      obtained,
      verdict,
    })),
    files: content.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
  }
}
