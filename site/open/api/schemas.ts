import { z } from 'zod'
import { activityKinds } from '../../paper/activity/index.ts'
import { date, doi, named, PaperAnswer, ReportSummary, source, statusKeys, webAddress } from './paper-schemas.ts'

/** The answer to a DOI that no paper can have, or that cannot be answered, among others that can. */
export const ProblemDetails = named(
  'ProblemDetails',
  'What went wrong (RFC 9457). `type` leads to a description of it.',
  z.object({
    type: webAddress,
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    request_id: z.string().optional().describe('Tell it to us when something stays wrong.'),
    field: z.string().optional().describe('The field of the query or the body that is wrong.'),
  }),
)
export type ProblemDetails = z.output<typeof ProblemDetails>

/** The most DOIs that one batch may ask for. */
export const mostInBatch = 1_000

/** The largest body that a call takes, in bytes: a full batch of DOIs of the longest kind that is in use, as addresses. */
export const largestApiBody = 256_000

export const BatchRequest = named(
  'BatchRequest',
  'Papers to answer for.',
  z.strictObject({
    dois: z
      .array(z.string({ error: 'name each paper by a text' }), { error: 'send a list of DOIs' })
      .min(1, { error: `name one paper at least` })
      .max(mostInBatch, { error: `name ${mostInBatch} papers at most` })
      .describe('DOIs in any form that the search field takes: bare, as addresses, arXiv numbers.'),
  }),
)

export const BatchAnswer = named(
  'BatchAnswer',
  'The papers that this site knows of, in the order asked; a DOI that is asked twice is answered twice.',
  z.object({
    papers: z.array(PaperAnswer),
    asked: z.array(z.string()).describe('What was asked for each of `papers`, as it was written.'),
    not_found: z
      .array(z.string())
      .describe('What was asked and is not among `papers`: we know nothing of it, or it is no DOI.'),
    problems: z.array(z.object({ asked: z.string(), problem: ProblemDetails })).describe('Of what is no DOI, why.'),
  }),
)
export type BatchAnswer = z.output<typeof BatchAnswer>

/** Papers of a search, best match first. */
export const FoundPapers = z.object({
  papers: z.array(
    z.object({
      doi,
      page_url: webAddress,
      title: z.string().nullable(),
      authors: z.array(z.string()),
      authors_truncated: z.boolean(),
      journal: z.string().nullable(),
      year: z.int().nullable(),
      status: z.object({ key: z.enum(statusKeys), words: z.string() }).nullable(),
    }),
  ),
  complete: z.boolean().describe('False while a source is unavailable: the same search may find more later.'),
  note: z.string().nullable().describe('Why nothing was found, for the reader.'),
})
export type FoundPapers = z.output<typeof FoundPapers>

export const SearchAnswer = named(
  'SearchAnswer',
  'One page of search results, best match first.',
  FoundPapers.extend({
    has_more: z.boolean().describe('True if a further page exists.'),
    next: webAddress.nullable().describe('The next page, as in `Link: rel="next"`; null on the last page.'),
  }),
)
export type SearchAnswer = z.output<typeof SearchAnswer>

export const ReportAnswer = named(
  'ReportAnswer',
  'A reproduction report of this site that moderators have approved.',
  ReportSummary.extend({
    doi: doi.describe('The paper that was reproduced.'),
    headline: z.string().describe('How it ended, in words: “Partly reproduced: 2 of 5 results differ”.'),
    approved_at: z.iso.datetime(),
    package_sha256: z.string().describe('The hash that the reporter gave, of their files; random where they had none.'),
    platform: z.string(),
    environment: z.string(),
    approach: z.string(),
    code_changes: z.string().nullable(),
    report: z.string(),
    package_url: z.string().nullable().describe('Where the material of the reproduction is, as the reporter wrote it.'),
    results: z.array(
      z.object({
        claim: z.string(),
        published: z.string(),
        obtained: z.string(),
        verdict: z.enum(['same', 'differs', 'unclear']),
      }),
    ),
    files: z.array(z.object({ name: z.string(), size: z.int().nullable(), sha256: z.string() })),
  }),
)
export type ReportAnswer = z.output<typeof ReportAnswer>

const EventAnswer = named(
  'EventAnswer',
  'One thing that happened to a paper, or that was taken back after it was told.',
  z.object({
    id: z.string().describe('Of the thing that happened; a thing that is taken back has the id it was told under.'),
    kind: z.enum(activityKinds),
    taken_back: z.boolean().describe('What was told under this id is no more: leave it out of any copy.'),
    doi,
    page_url: webAddress.describe('Where it can be read on this site.'),
    noted_at: z.iso.datetime().describe('When this site learned of it, or took it back.'),
    date: date.nullable().describe('When it happened, where its source says so.'),
    label: z.string().nullable().describe('In words; null for what was taken back.'),
    outcome: z
      .enum(['held', 'not-held', 'mixed', 'unclear', 'success', 'partial', 'failed'])
      .nullable()
      .describe('How an attempt or a report ended.'),
    ...source,
    detail: z.string().nullable().describe('Words of somebody else that say more.'),
  }),
)
export type EventAnswer = z.output<typeof EventAnswer>

export const EventsAnswer = named(
  'EventsAnswer',
  'What happened to papers after a place in the list, the oldest first.',
  z.object({
    events: z.array(EventAnswer),
    next: z.string().describe('Ask on from here with `since`: also when there is nothing more yet.'),
    more: z.boolean().describe('There is more to read at once.'),
  }),
)
export type EventsAnswer = z.output<typeof EventsAnswer>
