import type { HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import type { Status } from '../../paper/known/index.ts'
import type { ReadStatuses } from '../../paper/papers/index.ts'
import {
  type ApiCall,
  ApiProblem,
  answerJson,
  BriefStatus,
  briefStatus,
  type Examples,
  named,
  refuseQuery,
  spend,
} from '../api/index.ts'
import { doiHash, type RangeIndex } from './range-index.ts'

export const RangeAnswer = named(
  'RangeAnswer',
  'Papers with a status whose hash has this prefix, sorted by hash.',
  z.object({
    version: z.literal(1).describe('Version of the format.'),
    prefix: z.string().describe('The requested prefix in lower case.'),
    prefix_length: z
      .int()
      .describe(
        'Number of digits to request. Grows with the index, so that a range holds at least eight papers on average.',
      ),
    papers: z.array(
      z.object({
        hash: z.string().describe('SHA-256 of the DOI, 64 hexadecimal digits in lower case.'),
        doi: z.string(),
        status: BriefStatus,
        page_url: z.url(),
      }),
    ),
  }),
)
export type RangeAnswer = z.output<typeof RangeAnswer>

export const RangesAnswer = named(
  'RangesAnswer',
  'Current prefix length.',
  z.object({
    version: z.literal(1),
    prefix_length: z.int().describe('Number of digits to request.'),
    papers: z.int().min(0).describe('Number of papers in all ranges.'),
  }),
)
export type RangesAnswer = z.output<typeof RangesAnswer>

const doi = '10.1016/s0140-6736(97)11096-0'

/** Examples of a range lookup in each language. `base`: URL of the API. */
export const rangeExamples: Examples = base => ({
  curl: `doi='${doi}'
length=$(curl -s '${base}/ranges' | grep -o '"prefix_length":[0-9]*' | cut -d: -f2)
hash=$(printf %s "$doi" | sha256sum)
curl -s "${base}/ranges/$(printf %s "$hash" | cut -c "1-$length")"`,
  JavaScript: `const doi = '${doi}'
const { prefix_length } = await (await fetch('${base}/ranges')).json()
const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(doi))
const hash = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
const range = await (await fetch(\`${base}/ranges/\${hash.slice(0, prefix_length)}\`)).json()
console.log(range.papers.find(paper => paper.hash === hash) ?? 'Nothing found')`,
  Python: `import hashlib, json, urllib.request

doi = '${doi}'
with urllib.request.urlopen('${base}/ranges') as answer:
    length = json.load(answer)['prefix_length']
hash = hashlib.sha256(doi.encode()).hexdigest()
with urllib.request.urlopen('${base}/ranges/' + hash[:length]) as answer:
    papers = json.load(answer)['papers']
print([paper for paper in papers if paper['hash'] == hash] or 'Nothing found')`,
  R: `doi <- "${doi}"
length <- jsonlite::fromJSON("${base}/ranges")$prefix_length
hash <- digest::digest(doi, algo = "sha256", serialize = FALSE)
range <- jsonlite::fromJSON(paste0("${base}/ranges/", substr(hash, 1, length)))
range$papers[range$papers$hash == hash, ]`,
})

export const rangeLimits = { apiRange: { points: 600, perSeconds: 60 } } as const

const limit = { name: 'apiRange', ...rangeLimits.apiRange } as const

export const rangesCall: ApiCall = {
  id: 'getRanges',
  method: 'get',
  path: '/ranges',
  summary: 'Get the prefix length',
  description:
    'Returns the number of hash digits to send to `/ranges/{prefix}`, and the number of papers in all ranges.',
  parameters: [],
  answer: RangesAnswer,
  problems: ['unavailable'],
  limit,
  example: { path: '/ranges', answer: { version: 1, prefix_length: 1 } },
}

export const rangeCall: ApiCall = {
  id: 'getRange',
  method: 'get',
  path: '/ranges/{prefix}',
  summary: 'Look up by hash prefix',
  description:
    'A private lookup: returns every paper with a status whose SHA-256 starts with these digits. Find your paper in the list: the server learns a prefix that many papers share, not the paper you look up.\n\nCache responses for up to three hours.',
  parameters: [
    {
      name: 'prefix',
      in: 'path',
      required: true,
      description:
        'The first `prefix_length` hexadecimal digits of the SHA-256 of the DOI in lower case. One digit fewer also works, for a transition.',
      schema: z.string(),
    },
  ],
  answer: RangeAnswer,
  problems: ['bad-request', 'unavailable'],
  limit,
  example: {
    path: '/ranges/e',
    code: rangeExamples,
    answer: {
      version: 1,
      prefix: 'e',
      papers: [
        {
          hash: 'e1144ad9cb9780a8d99a23e7ee17c18115b4d86bbfc175eaa20f07b8c88a4043',
          doi: '10.1016/s0140-6736(97)11096-0',
          status: { key: 'retracted', date: '2010-02-06' },
        },
      ],
    },
  },
}

/** Three hours, plus a day if this site is unavailable. */
const forHours = 'public, max-age=10800, s-maxage=10800, stale-while-revalidate=3600, stale-if-error=86400'

type Options = {
  index: () => Promise<RangeIndex>
  statuses: ReadStatuses
  limits: Pick<Limits<'apiRange'>, 'take'>
  origin: string
}

/** `GET /api/v1/ranges`. */
export const createRangesCall =
  ({ index, limits }: Pick<Options, 'index' | 'limits'>) =>
  async (c: HttpContext): Promise<Response> => {
    refuseQuery(c)
    await spend(c, limits, limit)
    const { length, papers } = await index()
    const answer: RangesAnswer = { version: 1, prefix_length: length, papers }
    return answerJson(c, answer, forHours)
  }

/** `GET /api/v1/ranges/{prefix}`. */
export const createRangeCall =
  ({ index, statuses, limits, origin }: Options) =>
  async (c: HttpContext): Promise<Response> => {
    refuseQuery(c)
    await spend(c, limits, limit)
    const ranges = await index()
    const prefix = (c.req.param('prefix') ?? '').toLowerCase()
    refuseOther(prefix, ranges.length)
    const dois = ranges.within(prefix)
    const known = await statuses(dois)
    const papers = dois.flatMap(doi => {
      const status = known.get(doi)
      return status === undefined || isEmptyPage(status) ? [] : [{ doi, status }]
    })
    const answer: RangeAnswer = {
      version: 1,
      prefix,
      prefix_length: ranges.length,
      papers: papers
        .map(({ doi, status }) => ({
          hash: doiHash(doi),
          doi,
          status: briefStatus(status),
          page_url: origin + paths.paper(doi),
        }))
        .toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
    }
    return answerJson(c, answer, forHours)
  }

const isEmptyPage = ({ kind }: Status): boolean => kind === 'nothing' || kind === 'not-asked' || kind === 'no-record'

/** @throws ApiProblem unless the prefix has the length of a range or one digit less */
const refuseOther = (prefix: string, length: number): void => {
  if (/^[\da-f]+$/.test(prefix) && (prefix.length === length || prefix.length === Math.max(1, length - 1))) return
  throw new ApiProblem(
    'bad-request',
    `Send the first ${length} hexadecimal digits of the SHA-256 of a DOI in lower case.`,
    { field: 'prefix' },
  )
}
