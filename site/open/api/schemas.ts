import { z } from 'zod'
import { eventTypes, outcomeNames, statusKeys } from '../public-names/index.ts'
import { date, doi, named, PaperAnswer, ReportSummary, source, webAddress } from './paper-schemas.ts'

/** An error: of a whole response, or of one item of a batch. */
export const ProblemDetails = named(
  'ProblemDetails',
  'An error (RFC 9457). `type` links to its description.',
  z.object({
    type: webAddress,
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    request_id: z.string().optional().describe('Include it when you report a persistent error.'),
    field: z.string().optional().describe('Invalid query parameter or body field.'),
  }),
)
export type ProblemDetails = z.output<typeof ProblemDetails>

/** Maximum number of DOIs per batch. */
export const mostInBatch = 1_000

/** Maximum request body in bytes: a full batch of the longest DOIs in use, as URLs. */
export const largestApiBody = 256_000

export const BatchRequest = named(
  'BatchRequest',
  'DOIs of the papers to return.',
  z.strictObject({
    dois: z
      .array(z.string({ error: 'each DOI must be a string' }), { error: 'send a list of DOIs' })
      .min(1, { error: 'send at least one DOI' })
      .max(mostInBatch, { error: `send at most ${mostInBatch} DOIs` })
      .describe('DOIs: bare, as URLs, or arXiv IDs.'),
  }),
)

export const BatchAnswer = named(
  'BatchAnswer',
  'Papers in request order. A DOI requested twice is returned twice.',
  z.object({
    papers: z.array(PaperAnswer),
    requested: z.array(z.string()).describe('The requested string for each entry of `papers`.'),
    not_found: z.array(z.string()).describe('Requested strings without a paper: unknown or invalid DOIs.'),
    problems: z.array(z.object({ requested: z.string(), problem: ProblemDetails })).describe('Errors of invalid DOIs.'),
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
      status: z.object({ key: z.enum(statusKeys), label: z.string() }).nullable(),
    }),
  ),
  complete: z.boolean().describe('False while a source is unavailable: the same search may find more later.'),
  message: z.string().nullable().describe('Why nothing was found; null if there are results.'),
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
  'A community report that a moderator approved.',
  ReportSummary.extend({
    doi: doi.describe('The reproduced paper.'),
    headline: z.string().describe('Outcome with its counts: “Partly reproduced: 2 of 5 results differ”.'),
    approved_at: z.iso.datetime(),
    package_sha256: z.string().describe('SHA-256 of the author’s files, as submitted; random if there were none.'),
    platform: z.string(),
    environment: z.string(),
    approach: z.string(),
    code_changes: z.string().nullable(),
    report: z.string(),
    package_url: z.string().nullable().describe('Link to the reproduction package, as submitted.'),
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
  'An entry of the activity feed.',
  z.object({
    id: z.string().describe('Stable identifier. A withdrawn event keeps its `id`.'),
    type: z.enum(eventTypes),
    withdrawn: z.boolean().describe('True if the event no longer applies: delete your copy.'),
    doi,
    page_url: webAddress.describe('Its page on this site.'),
    recorded_at: z.iso.datetime().describe('Time at which this site recorded or withdrew it.'),
    date: date.nullable().describe('Date of the event, if its source gives one.'),
    label: z.string().nullable().describe('Short label; null for withdrawn events.'),
    outcome: z.enum(outcomeNames).nullable().describe('Outcome of a replication, reproduction or report.'),
    ...source,
    detail: z.string().nullable().describe('Third-party text, such as the title of a notice or the text of a note.'),
  }),
)
export type EventAnswer = z.output<typeof EventAnswer>

export const EventsAnswer = named(
  'EventsAnswer',
  'Events after a cursor, oldest first.',
  z.object({
    events: z.array(EventAnswer),
    next: z.string().describe('Cursor: send it as `since` in the next request, also if there are no more events yet.'),
    has_more: z.boolean().describe('True if more events can be requested immediately.'),
  }),
)
export type EventsAnswer = z.output<typeof EventsAnswer>
