import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import {
  type ApiCall,
  ApiProblem,
  answerJson,
  apiLimit,
  notKept,
  readRequest,
  refuseQuery,
  spend,
} from '../api/index.ts'
import { apiAnswer } from './api-answer.ts'
import { CheckAnswer, CheckRequest } from './api-schema.ts'
import type { CheckReferences } from './check.ts'

/** The bibliography itself may be the body, under these types. */
const bibliographies =
  /^(?:text\/plain|text\/x-bibtex|application\/(?:x-bibtex|x-research-info-systems|nbib|xml|vnd\.citationstyles\.csl\+json|vnd\.openxmlformats-officedocument\.wordprocessingml\.document|vnd\.oasis\.opendocument\.text))\s*(?:;|$)/i

const limit = apiLimit('apiCheck')

export const checkCall: ApiCall = {
  id: 'checkReferences',
  method: 'post',
  path: '/check',
  summary: 'Check a bibliography',
  description:
    'Checks up to 5,000 references in BibTeX, BibLaTeX, RIS, CSL-JSON, EndNote XML, nbib or plain text; Word and OpenDocument files work too. Send them as `text` in JSON, or send the file itself with its Content-Type: `application/x-bibtex`, `application/x-research-info-systems`, `text/plain`.\n\nReferences are matched by DOI, PubMed or arXiv ID, otherwise by title, year and author (`found_by: "title"`). Nothing is stored.',
  parameters: [],
  body: CheckRequest,
  textBodies: ['text/plain', 'application/x-bibtex', 'application/x-research-info-systems'],
  answer: CheckAnswer,
  problems: ['bad-request', 'unknown-field', 'too-large', 'unsupported-content-type', 'unreadable', 'unavailable'],
  limit,
  example: {
    path: '/check',
    body: { text: '@article{a, doi = {10.1016/S0140-6736(97)11096-0}}' },
    answer: {
      references: [
        {
          key: 'a',
          doi: '10.1016/s0140-6736(97)11096-0',
          found_by: 'doi',
          status: { key: 'retracted', date: '2010-02-06' },
        },
      ],
      counts: { references: 1, unread: 0, retracted: 1 },
    },
  },
}

/** `POST /api/v1/check`. */
export const createApiCall =
  ({ check, limits }: { check: CheckReferences; limits: Pick<Limits<'apiCheck'>, 'take'> }) =>
  async (c: HttpContext): Promise<Response> => {
    refuseQuery(c)
    const bytes = await readBytes(c)
    await spend(c, limits, limit)
    const outcome = await check(bytes, addressOf(c))
    if (outcome.kind === 'busy' || outcome.kind === 'too-many') throw notNow(outcome.kind)
    if (outcome.kind === 'unreadable') throw new ApiProblem('unreadable', outcome.sentence)
    return answerJson(c, apiAnswer(outcome.checked), notKept)
  }

/** Error for the concurrency limit: the global one, or the sender's own. */
export const notNow = (kind: 'busy' | 'too-many'): HttpProblem =>
  kind === 'busy'
    ? new HttpProblem(503, 'Too many bibliographies are being checked right now. Try again in a moment.', {
        retryAfter: 5,
      })
    : new HttpProblem(429, 'Several bibliographies of yours are still being checked. Wait until one is done.', {
        retryAfter: 5,
      })

const readBytes = async (c: HttpContext): Promise<Uint8Array> =>
  bibliographies.test(c.req.header('Content-Type') ?? '')
    ? new Uint8Array(await c.req.arrayBuffer())
    : new TextEncoder().encode((await readRequest(c, CheckRequest)).text)
