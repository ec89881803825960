import { z } from 'zod'

/** The schemas that have a name in the API's document: each is written there once, under `components/schemas`. */
export const namedSchemas = z.registry<{ id: string }>()

/**
 * Names and describes a schema in the document.
 * @param id such as `PaperAnswer`; duplicates are rejected when the document is built
 */
export const named = <Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema => {
  const described = schema.describe(description)
  namedSchemas.add(described, { id })
  return described
}

// API schemas, which type the responses and generate the API's document.

export const doi = z.string().describe('A DOI in lower case, such as 10.1038/nature12373.')
export const webAddress = z.url().describe('A web address.')
export const date = z.string().describe('ISO 8601, as exact as its source gives it: 2020-06-05, 2020-06 or 2020.')
export const count = z.int().min(0)

/** Name and URL of the source. */
export const source = {
  source: z.string().nullable().describe('Who says so.'),
  source_url: webAddress.nullable().describe('Where to find them; null where nobody is linked.'),
}

export const OtherPaper = named(
  'OtherPaper',
  'Another paper that an answer names.',
  z.object({ doi, title: z.string().nullable(), page_url: webAddress.describe('Its page on this site.') }),
)

const OutcomeCounts = named(
  'OutcomeCounts',
  'How many attempts to repeat the paper ended how.',
  z.object({ held: count, not_held: count, mixed: count, unclear: count }),
)

/** Every word that a status may be; the last five say nothing for or against the paper. */
export const statusKeys = [
  'retracted',
  'republished',
  'partly-retracted',
  'withdrawn',
  'concern',
  'not-held',
  'mixed',
  'held',
  'reinstated',
  'corrected',
  'notice',
  'neutral',
  'nothing-known',
  'not-asked',
  'no-record',
] as const

export const StatusAnswer = named(
  'StatusAnswer',
  'The one answer to whether a paper holds: the same as on its page, in lists and in citations.',
  z.object({
    key: z
      .enum(statusKeys)
      .describe('The gravest thing that is known. The last five words say nothing for or against the paper.'),
    headline: z.string().describe('In words, with its date or numbers: “Retracted on 5 June 2020”.'),
    sentence: z.string().describe('One or more whole sentences: the headline, who says so, and where to read it.'),
    date: date.nullable().describe('When it happened; null where it has no one date.'),
    date_is_latest: z.boolean().describe('The date is not the event’s own: it had happened by then.'),
    ...source,
    reasons: z.array(z.string()).describe('Why, where Retraction Watch says so.'),
    notice: z.object({ doi, url: webAddress }).nullable().describe('Where it is announced.'),
    attempts: OutcomeCounts.describe('How published attempts to repeat the paper ended.'),
    reports: OutcomeCounts.extend({ uncounted: count }).describe(
      'The same of what readers reported here. Reports never turn what published attempts say.',
    ),
    repeated: z
      .object({ first: z.int(), last: z.int() })
      .nullable()
      .describe('The years of the first and the last attempt, where attempts decide.'),
    announces: z
      .object({ verb: z.string(), papers: z.array(OtherPaper), by_title: z.boolean() })
      .nullable()
      .describe('What a notice does, and to which papers. `by_title`: no source names the paper, its title does.'),
    republished: OtherPaper.nullable().describe('Where the paper was published again.'),
    silent: z.array(z.string()).describe('Sources that were asked about this paper and did not answer.'),
  }),
)
export type StatusAnswer = z.output<typeof StatusAnswer>

const FactAnswer = named(
  'FactAnswer',
  'One thing that is known about a paper, with who says so and where it can be read.',
  z.object({
    id: z.string().describe('The same for the same thing as long as it is told alike.'),
    type: z.enum([
      'held',
      'not-held',
      'mixed',
      'correction',
      'retraction',
      'concern',
      'reinstatement',
      'notice',
      'note',
    ]),
    label: z.string().describe('In words: “Retraction”, “Replicated”.'),
    date: date.nullable(),
    date_is_latest: z.boolean().describe('The date is not its own: it had happened by then.'),
    outcome: z.enum(['held', 'not-held', 'mixed']).nullable().describe('How an attempt ended; null for anything else.'),
    title: z.string().nullable().describe('The title of the notice, of the attempt, or of the other paper.'),
    doi: doi.nullable(),
    url: webAddress.nullable().describe('Where it can be read.'),
    ...source,
    reasons: z.array(z.string()).describe('Why a notice was given, where Retraction Watch says so.'),
    quote: z.string().nullable().describe('What the attempt’s own text says.'),
  }),
)

export const ReportSummary = named(
  'ReportSummary',
  'A reproduction report of this site, as a list tells it.',
  z.object({
    hash: z.string().describe('Its SHA-256 of its content, for /reports/{hash}.'),
    outcome: z.enum(['success', 'partial', 'failed', 'unclear']),
    by: z.string().nullable().describe('Who reported; null when their account was deleted.'),
    reported_at: z.iso.datetime(),
    counted: z.boolean().describe('Its material is public and two moderators have approved it.'),
    page_url: webAddress,
  }),
)

const PaperFactsAnswer = named(
  'PaperFacts',
  'What the paper is, from its record.',
  z.object({
    title: z.string().nullable(),
    authors: z.array(
      z.object({ name: z.string(), orcid: z.string().nullable().describe('The bare iD: 0000-0002-1825-0097.') }),
    ),
    authors_truncated: z.boolean().describe('There are more authors than these.'),
    journal: z.string().nullable(),
    year: z.int().nullable(),
    kind: z.string().nullable().describe('What the work is, in words: “Journal article”.'),
    cited_by: z
      .object({ count, from: z.string(), at: date.nullable() })
      .nullable()
      .describe('How often it is cited, who counts, and when they said so.'),
  }),
)

const VersionAnswer = named(
  'VersionAnswer',
  'Another version of the paper.',
  OtherPaper.extend({
    kind: z.enum(['preprint', 'article', 'version']).describe('What it is to the paper that was asked for.'),
    by_title: z.boolean().describe('No record names it: it has the same title and an author in common.'),
    status: z
      .object({ key: z.enum(statusKeys), words: z.string() })
      .nullable()
      .describe('What is known about it, in a few words; null where nothing is.'),
  }),
)

/** Status of another paper that is only referenced. */
export const BriefStatus = named(
  'BriefStatus',
  'The one status of a paper in short.',
  z.object({
    key: z.enum(statusKeys),
    sentence: z.string(),
    date: date.nullable().describe('When it happened; null where it has no one date.'),
    words: z
      .string()
      .nullable()
      .describe('In a few words, for a list: “Retracted 2020”. Null where lists say nothing.'),
  }),
)
export type BriefStatus = z.output<typeof BriefStatus>

const CitedFallenAnswer = named(
  'CitedFallen',
  'A paper that was cited and that fell.',
  OtherPaper.extend({
    status: BriefStatus,
    when: z
      .enum(['before', 'after', 'same-year'])
      .nullable()
      .describe('Whether it had fallen when the citing paper appeared; null where the dates do not tell.'),
  }),
)

export const PaperAnswer = named(
  'PaperAnswer',
  'Everything this site knows about one paper.',
  z.object({
    doi,
    doi_url: webAddress.describe('The paper at doi.org.'),
    page_url: webAddress.describe('Its page on this site.'),
    title: z.string().nullable(),
    facts: PaperFactsAnswer.nullable().describe('Null where no source that we hold has the paper.'),
    status: StatusAnswer,
    summary: z.string().describe('What is known, counted in a few sentences.'),
    events: z
      .array(FactAnswer)
      .describe('What was done to the paper: corrections, retractions and the like, newest first.'),
    attempts: z.array(FactAnswer).describe('Published replications, newest first.'),
    reports: z.array(ReportSummary).describe('Community reports, the newest twenty; those that count come first.'),
    repeats: z.array(FactAnswer).describe('Earlier papers that this paper tries to repeat.'),
    announces: z.array(FactAnswer).describe('What this paper announces about others, when it is a notice.'),
    votes: z
      .object({ reliable: count, unreliable: count, signed_in: count })
      .describe('What readers say. `signed_in`: so many of the votes are of people who have shown who they are.'),
    counts: z
      .object({ events: count, attempts: count, reports: count, notes: count, watchers: count, claims: count })
      .describe('`claims`: people who said here that they will reproduce it.'),
    cites_fallen: z
      .array(CitedFallenAnswer)
      .describe(
        'Papers that it cites and that fell: retracted, with an expression of concern, or not held when repeated.',
      ),
    cites_read_at: z.iso
      .datetime()
      .nullable()
      .describe('When a source last told what it cites; null: nobody has, and an empty list says nothing.'),
    versions: z.array(VersionAnswer),
    open_text: z
      .object({ url: webAddress, host: z.string(), version: z.string().nullable() })
      .nullable()
      .describe('Where everybody can read the whole text.'),
  }),
)
export type PaperAnswer = z.output<typeof PaperAnswer>
