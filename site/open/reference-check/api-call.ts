import { addressOf, type HttpContext, HttpProblem, readFormData } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import {
  type ApiCall,
  ApiProblem,
  answerJson,
  apiLimit,
  named,
  notKept,
  readRequest,
  refuseQuery,
  spend,
} from '../api/index.ts'
import { statusKey, statusKeys } from '../public-names/index.ts'
import type { CheckReferences } from './check.ts'
import type { CheckedBibliography, CheckedReference } from './model.ts'

const CheckRequest = named(
  'CheckRequest',
  'A bibliography.',
  z.strictObject({
    text: z
      .string({ error: 'send the bibliography as a string' })
      .describe('A bibliography in any supported format, or references in plain text, one per line.'),
  }),
)

const date = z.string().describe('ISO 8601, with the precision of its source: 2020-06-05, 2020-06 or 2020.')

export const CheckAnswer = named(
  'CheckAnswer',
  'The references of a bibliography in their order, with the status of each.',
  z.strictObject({
    format: z.enum(['bibtex', 'ris', 'csl-json', 'endnote-xml', 'nbib', 'docx', 'odt', 'plain']),
    references: z.array(
      z.strictObject({
        key: z.string().nullable().describe('Citation key.'),
        line: z.int().min(1),
        input: z.string().describe('The reference on one line, truncated if long.'),
        doi: z.string().nullable(),
        found_by: z
          .enum(['doi', 'pmid', 'arxiv', 'title'])
          .nullable()
          .describe('How the paper was matched. Confirm matches by `title`.'),
        title: z.string().nullable().describe('Title in the paper’s record.'),
        status: z.strictObject({
          key: z.enum([...statusKeys, 'not-found']),
          sentence: z.string(),
          date: date.nullable(),
        }),
        flagged_reference_count: z
          .int()
          .nullable()
          .describe(
            'Number of its own references that are retracted, have an expression of concern or failed to replicate; null if its references are unknown.',
          ),
        possible_match: z
          .strictObject({ doi: z.string(), title: z.string().nullable(), year: z.int().nullable() })
          .nullable()
          .describe('A possible match to confirm manually. `status` is not about this paper.'),
      }),
    ),
    unread: z.array(z.strictObject({ line: z.int(), text: z.string(), reason: z.string() })),
    counts: z
      .record(z.string(), z.int())
      .describe('Number of references by status, and `references` and `unread` in total.'),
  }),
)
export type CheckAnswer = z.output<typeof CheckAnswer>

/** Converts a checked bibliography to API output. */
export const apiAnswer = ({ format, references, unread }: CheckedBibliography): CheckAnswer => {
  const answers = references.map(answerOf)
  const counts: Record<string, number> = { references: references.length, unread: unread.length }
  for (const { status } of answers) counts[status.key] = (counts[status.key] ?? 0) + 1
  return { format, references: answers, unread: unread.map(({ why, ...item }) => ({ ...item, reason: why })), counts }
}

const answerOf = ({
  key,
  line,
  input,
  doi,
  foundBy,
  title,
  status,
  citesFallen,
  maybe,
}: CheckedReference): CheckAnswer['references'][number] => ({
  key,
  line,
  input,
  doi,
  found_by: foundBy,
  title,
  status:
    status === null
      ? { key: 'not-found', sentence: 'No matching paper found.', date: null }
      : {
          key: statusKey(status.kind),
          sentence: status.sentence,
          date: status.date,
        },
  flagged_reference_count: citesFallen?.count ?? null,
  possible_match: maybe && { doi: maybe.doi, title: maybe.title, year: maybe.year },
})

/** The largest body of a check, in bytes: 5,000 references with their abstracts are some 5 MB. */
export const largestBibliography = 8_000_000

/** Output formats of a check: a page, or a file. */
export const shapes = ['page', 'csv', 'json', 'notes'] as const
export type Shape = (typeof shapes)[number]

/** Parses the form: a file, or the text if no file was chosen. @throws HttpProblem 400, 415 */
export const readForm = async (c: HttpContext): Promise<{ bytes: Uint8Array; text: string | null; shape: Shape }> => {
  const form = await readFormData(c)
  const shape = shapes.find(each => each === (form.get('as') ?? 'page'))
  if (shape === undefined) throw new HttpProblem(400, `as is one of ${shapes.join(', ')}.`)
  const file = form.get('file')
  if (file !== null && typeof file !== 'string' && file.size > 0)
    return { bytes: new Uint8Array(await file.arrayBuffer()), text: null, shape }
  const text = form.get('text')
  if (text !== null && typeof text !== 'string') throw new HttpProblem(400, 'text is a text: send a file as file.')
  return { bytes: new TextEncoder().encode(text ?? ''), text: text ?? '', shape }
}

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
