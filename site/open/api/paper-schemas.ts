import { z } from 'zod'
import { factTypes, statusKeys } from '../public-names/index.ts'

/** Named schemas: the OpenAPI document defines each once, under `components/schemas`. */
export const namedSchemas = z.registry<{ id: string }>()

/**
 * Names and describes a schema in the OpenAPI document.
 * @param id such as `PaperAnswer`; duplicates are rejected when the document is built
 */
export const named = <Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema => {
  const described = schema.describe(description)
  namedSchemas.add(described, { id })
  return described
}

// API schemas, which type the responses and generate the OpenAPI document.

export const doi = z.string().describe('DOI in lower case, such as 10.1038/nature12373.')
export const webAddress = z.url().describe('URL.')
export const date = z.string().describe('ISO 8601, with the precision of its source: 2020-06-05, 2020-06 or 2020.')
export const count = z.int().min(0)

/** Name and URL of the source. */
export const source = {
  source: z.string().nullable().describe('Name of the source.'),
  source_url: webAddress.nullable().describe('URL of the source; null if it has none.'),
}

const matchedByTitle = (who: string) => z.boolean().describe(`True if no source links ${who}: the match is by title.`)
const isUpperBound = z.boolean().describe('True if the exact date is unknown: it happened on or before `date`.')

export const OtherPaper = named(
  'OtherPaper',
  'A related paper.',
  z.object({ doi, title: z.string().nullable(), page_url: webAddress.describe('Its page on this site.') }),
)

const OutcomeCounts = named(
  'OutcomeCounts',
  'Number of replications and reproductions by outcome.',
  z.object({ success: count, failed: count, mixed: count, unclear: count }),
)

export const StatusAnswer = named(
  'StatusAnswer',
  'The status of a paper, derived from all evidence. The same on its page, in lists and in citations.',
  z.object({
    key: z
      .enum(statusKeys)
      .describe(
        'The most serious finding; keys are listed most serious first. The last four (neutral-evidence, nothing-found, unavailable, unknown-doi) say nothing for or against the paper, and editorial-notice marks a notice about another paper. Reproductions use the same keys as replications.',
      ),
    headline: z.string().describe('Status with its date or counts: “Retracted on 5 June 2020”.'),
    sentence: z.string().describe('The headline with its source and links, in full sentences.'),
    date: date.nullable().describe('Date of the event; null if there is no single date.'),
    date_is_upper_bound: isUpperBound,
    ...source,
    reasons: z.array(z.string()).describe('Reasons according to Retraction Watch.'),
    notice: z.object({ doi, url: webAddress }).nullable().describe('The notice that announces it.'),
    attempts: OutcomeCounts.describe('Published replications and reproductions by outcome.'),
    reports: OutcomeCounts.extend({ uncounted: count }).describe(
      'Community reports by outcome. They never change the outcome of published replications. `uncounted`: reports that do not count toward the status.',
    ),
    replication_years: z
      .object({ first: z.int(), last: z.int() })
      .nullable()
      .describe('Years of the first and the last replication, if replications determine the status.'),
    announces: z
      .object({ verb: z.string(), papers: z.array(OtherPaper), matched_by_title: matchedByTitle('the papers') })
      .nullable()
      .describe('What a notice does to which papers, such as `retracts`; null for other papers.'),
    republished_as: OtherPaper.nullable().describe('The republished version of a retracted paper.'),
    unavailable_sources: z.array(z.string()).describe('Sources that did not respond when queried about this paper.'),
  }),
)
export type StatusAnswer = z.output<typeof StatusAnswer>

const EvidenceAnswer = named(
  'EvidenceAnswer',
  'An editorial event or a replication, with its source.',
  z.object({
    id: z.string().describe('Stable identifier.'),
    type: z.enum(factTypes),
    label: z.string().describe('Short label: “Retraction”, “Replicated”.'),
    date: date.nullable(),
    date_is_upper_bound: isUpperBound,
    outcome: z
      .enum(['success', 'failed', 'mixed'])
      .nullable()
      .describe('Outcome of a replication or reproduction; null for other types. Unclear outcomes are `mixed`.'),
    title: z.string().nullable().describe('Title of the notice, the replication or the related paper.'),
    doi: doi.nullable(),
    url: webAddress.nullable().describe('Link to the notice or the replication.'),
    ...source,
    reasons: z.array(z.string()).describe('Reasons of a notice according to Retraction Watch.'),
    quote: z.string().nullable().describe('Quotation from the replication.'),
  }),
)

export const ReportSummary = named(
  'ReportSummary',
  'A community report: a reproduction submitted to this site.',
  z.object({
    hash: z.string().describe('SHA-256 of the report, for `/reports/{hash}`.'),
    outcome: z.enum(['success', 'partial', 'failed', 'unclear']),
    author: z.string().nullable().describe('Name of the author; null if the account was deleted.'),
    reported_at: z.iso.datetime(),
    counted: z
      .boolean()
      .describe('True if it counts toward the status: its material is public and two moderators approved it.'),
    page_url: webAddress,
  }),
)

const PaperMetadata = named(
  'PaperMetadata',
  'Bibliographic metadata.',
  z.object({
    title: z.string().nullable(),
    authors: z.array(
      z.object({ name: z.string(), orcid: z.string().nullable().describe('ORCID iD, bare: 0000-0002-1825-0097.') }),
    ),
    authors_truncated: z.boolean().describe('True if the paper has more authors than listed.'),
    journal: z.string().nullable(),
    year: z.int().nullable(),
    type: z.string().nullable().describe('Type of work: “Journal article”.'),
    cited_by: z
      .object({ count, from: z.string(), at: date.nullable() })
      .nullable()
      .describe('Citation count, its source, and its date.'),
  }),
)

const VersionAnswer = named(
  'VersionAnswer',
  'Another version of the paper.',
  OtherPaper.extend({
    type: z.enum(['preprint', 'article', 'version']),
    matched_by_title: z.boolean().describe('True if no record links the versions: they share the title and an author.'),
    status: z
      .object({ key: z.enum(statusKeys), label: z.string() })
      .nullable()
      .describe('Its status; null if nothing was found.'),
  }),
)

/** Status of another paper that is only referenced. */
export const BriefStatus = named(
  'BriefStatus',
  'The status of a paper in brief.',
  z.object({
    key: z.enum(statusKeys),
    sentence: z.string(),
    date: date.nullable().describe('Date of the event; null if there is no single date.'),
    label: z.string().nullable().describe('Short label for lists: “Retracted 2020”. Null if nothing was found.'),
  }),
)
export type BriefStatus = z.output<typeof BriefStatus>

const FlaggedReference = named(
  'FlaggedReference',
  'A reference that is retracted, has an expression of concern or failed to replicate.',
  OtherPaper.extend({
    status: BriefStatus,
    flagged_when: z
      .enum(['before', 'after', 'same-year'])
      .nullable()
      .describe(
        'Whether it was flagged before or after the citing paper was published; null if the dates are unknown.',
      ),
  }),
)

export const PaperAnswer = named(
  'PaperAnswer',
  'A paper with its status, evidence and community activity.',
  z.object({
    doi,
    doi_url: webAddress.describe('The paper at doi.org.'),
    page_url: webAddress.describe('Its page on this site.'),
    title: z.string().nullable(),
    metadata: PaperMetadata.nullable().describe('Null if no source has a record of the paper.'),
    status: StatusAnswer,
    summary: z.string().describe('Summary of the evidence in a few sentences.'),
    events: z.array(EvidenceAnswer).describe('Editorial events such as corrections and retractions, newest first.'),
    attempts: z.array(EvidenceAnswer).describe('Published replications and reproductions, newest first.'),
    reports: z
      .array(ReportSummary)
      .describe('The 20 newest community reports; those that count toward the status come first.'),
    replicates: z.array(EvidenceAnswer).describe('Earlier papers that this paper replicates or reproduces.'),
    announces: z.array(EvidenceAnswer).describe('Papers that this paper is a notice about.'),
    votes: z
      .object({ reliable: count, unreliable: count, signed_in: count })
      .describe('Votes of readers. `signed_in`: the number of votes by signed-in users.'),
    counts: z
      .object({ events: count, attempts: count, reports: count, notes: count, watchers: count, claims: count })
      .describe('Totals. `claims`: people who have announced that they will reproduce the paper.'),
    flagged_references: z
      .array(FlaggedReference)
      .describe('References that are retracted, have an expression of concern or failed to replicate.'),
    references_synced_at: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the references were last fetched; null if never, so that an empty list means nothing.'),
    versions: z.array(VersionAnswer),
    open_access: z
      .object({ url: webAddress, host: z.string(), version: z.string().nullable() })
      .nullable()
      .describe('Open-access copy of the full text.'),
  }),
)
export type PaperAnswer = z.output<typeof PaperAnswer>
