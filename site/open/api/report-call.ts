import type { HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  findReportByHash,
  type KeptReport,
  outcomeHeadline,
  type ReportTables,
  reportPath,
} from '../../readers/reports/index.ts'
import { answerJson } from './answer-json.ts'
import type { ApiCall } from './api-call.ts'
import { apiLimit } from './api-limits.ts'
import { reportSummary } from './paper-answer.ts'
import { ApiProblem } from './problem.ts'
import { spend } from './rate-limit.ts'
import { refuseQuery } from './read-request.ts'
import { ReportAnswer } from './schemas.ts'

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

/** A report in the form of the API; `origin`: of this site. */
export const reportAnswer = (report: KeptReport, approvedAt: number, origin: string): ReportAnswer => {
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
