import { z } from 'zod'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { type AssistantDraft, draftPath, mostDrafts } from '../../readers/drafts/store.ts'
import type { PublicRow } from '../../readers/notes/index.ts'
import { type PaperAnswer, readDoi } from '../api/index.ts'
import { emptyStatusKeys, statusKeys } from '../public-names/index.ts'
import { type Asking, Quoted, quotation, quotedLines, type ToolAnswer, ToolProblem } from './tool.ts'

export const DraftAnswer = z.object({
  doi: z.string(),
  kind: z.enum(['note', 'claim']),
  status: z.literal('draft').describe('Nothing is submitted; only the user can submit it.'),
  form_url: z.string().describe('Address at which the user reviews, edits and submits it.'),
  deleted_at: z.string().describe('Time at which it is deleted unless submitted.'),
})

/**
 * Tool result for a saved draft; `origin`: of this site.
 * @throws ToolProblem if it could not be saved
 */
export const draftAnswer = (draft: AssistantDraft | null, origin: string): ToolAnswer<z.output<typeof DraftAnswer>> => {
  if (draft === null)
    throw new ToolProblem(
      `The user has ${mostDrafts} pending drafts, the limit. They have to submit or discard one first.`,
    )
  const { doi, kind, until } = draft
  const form_url = origin + draftPath(draft)
  return {
    data: { doi, kind, status: 'draft', form_url, deleted_at: new Date(until).toISOString() },
    text: `Saved the draft of a ${kind} on ${doi}. Nothing was submitted. Ask the user to review, edit and submit it at ${form_url}`,
  }
}

/** Maximum entries of each list per paper; its page has all. */
export const mostListedEvidence = 10

const date = z.string().nullable().describe('ISO 8601, with the precision of its source.')
const source = z.string().nullable().describe('Name of the source.')

const Told = z.object({
  label: z.string().describe('Short label: “Retraction”, “Replicated”.'),
  date,
  outcome: z
    .enum(['success', 'failed', 'mixed'])
    .nullable()
    .describe('Outcome of a replication or reproduction; null for other entries.'),
  source,
  url: z.string().nullable().describe('Link to it.'),
  reasons: z.array(z.string()),
  quoted: Quoted.nullable().describe('Quotation from it.'),
})

const Details = z.object({
  events: z.array(Told).describe('Editorial events such as corrections and retractions, newest first.'),
  attempts: z.array(Told).describe('Published replications and reproductions, newest first.'),
  reports: z
    .array(
      z.object({
        hash: z.string().describe('For get_report.'),
        outcome: z.enum(['success', 'partial', 'failed', 'unclear']),
        reported_at: z.string(),
        counted: z
          .boolean()
          .describe('True if it counts toward the status: its material is public and two moderators approved it.'),
        url: z.string(),
      }),
    )
    .describe('Community reports. They never change the outcome of published replications.'),
  notes: z
    .array(z.object({ quoted: Quoted, date, url: z.string() }))
    .describe('Notes of readers, newest first. Moderators approve them but do not vouch for them.'),
})

export const KnownPaper = z.object({
  requested: z.string().describe('The requested string.'),
  error: z.string().nullable().describe('Why there is no result; null if there is one.'),
  paper: z
    .object({
      doi: z.string(),
      page_url: z.string().describe('Its page on this site.'),
      title: z.string().nullable(),
      year: z.int().nullable(),
      status: z.object({
        key: z
          .enum(statusKeys)
          .describe(
            'The most serious finding. neutral-evidence, nothing-found, unavailable and unknown-doi say nothing for or against the paper.',
          ),
        headline: z.string(),
        sentence: z.string().describe('The status with its date, source and links. Quote this.'),
        date,
        source,
      }),
      counts: z.object({
        events: z.int(),
        attempts: z.int(),
        reports: z.int(),
        notes: z.int(),
      }),
      details: Details.nullable().describe('Null if more than three papers are requested.'),
    })
    .nullable(),
})
export type KnownPaper = z.output<typeof KnownPaper>
type Paper = NonNullable<KnownPaper['paper']>

/** Converts an API paper to tool output. `notes`: null if lists are omitted. */
export const knownPaper = (
  answer: PaperAnswer,
  notes: readonly PublicRow[] | null,
  noteUrl: (id: string) => string,
): Paper => {
  const { doi, page_url, metadata, status, counts } = answer
  return {
    doi,
    page_url,
    title: metadata?.title ?? null,
    year: metadata?.year ?? null,
    status: {
      key: status.key,
      headline: status.headline,
      sentence: status.sentence,
      date: status.date,
      source: status.source,
    },
    counts: { events: counts.events, attempts: counts.attempts, reports: counts.reports, notes: counts.notes },
    details: notes === null ? null : detailsOf(answer, notes, noteUrl),
  }
}

const detailsOf = (
  { events, attempts, reports }: PaperAnswer,
  notes: readonly PublicRow[],
  noteUrl: (id: string) => string,
): Paper['details'] => ({
  events: events.slice(0, mostListedEvidence).map(told),
  attempts: attempts.slice(0, mostListedEvidence).map(told),
  reports: reports.slice(0, mostListedEvidence).map(({ hash, outcome, reported_at, counted, page_url }) => ({
    hash,
    outcome,
    reported_at,
    counted,
    url: page_url,
  })),
  notes: notes.slice(0, mostListedEvidence).map(({ id, author, content, interests, published_at }) => ({
    quoted: {
      by: author,
      text: interests === null ? content : `${content}\n\nCompeting interests: ${interests}`,
    },
    date: published_at === null ? null : new Date(published_at).toISOString().slice(0, 10),
    url: noteUrl(id),
  })),
})

const told = ({ label, date, outcome, source, url, reasons, quote }: PaperAnswer['events'][number]) => ({
  label,
  date,
  outcome,
  source,
  url,
  reasons,
  quoted: quote === null ? null : { by: source, text: quote },
})

type PaperDetails = NonNullable<Paper['details']>

/** Formats paper statuses as text. `asOf`: date of the data. */
export const formatStatuses = (papers: readonly KnownPaper[], asOf: string): string => {
  const bearing = papers.filter(({ paper }) => paper !== null && saysSomething(paper)).length
  const head =
    papers.length === 1
      ? `As of ${asOf}:`
      : `As of ${asOf}: ${papers.length} papers checked, ${bearing} with retractions, corrections or replications.`
  return [head, ...papers.map(paperInWords)].join('\n\n')
}

const saysSomething = ({ status }: Paper): boolean => !emptyStatusKeys.has(status.key)

const paperInWords = ({ requested, error, paper }: KnownPaper): string => {
  if (paper === null) return [`Error: ${error}`, quotedLines(requested)].join('\n')
  const { doi, status, page_url, title, year, details } = paper
  return [
    `${doi}: ${status.sentence} ${page_url}`,
    ...(title === null ? [] : [quotedLines(year === null ? title : `${title} (${year})`)]),
    ...(details === null ? [] : detailsInWords(details)),
  ].join('\n')
}

const detailsInWords = ({ events, attempts, reports, notes }: PaperDetails): string[] => [
  ...[...events, ...attempts].flatMap(told => [
    `- ${told.label}${told.date === null ? '' : `, ${told.date}`}${told.source === null ? '' : `, according to ${told.source}`}${told.url === null ? '' : `: ${told.url}`}`,
    ...(told.quoted === null ? [] : [quotation(told.quoted)]),
  ]),
  ...reports.map(
    ({ hash, outcome, reported_at, counted, url }) =>
      `- Community report${counted ? '' : ' (not counted)'}: ${outcome}, ${reported_at}, ${hash}: ${url}`,
  ),
  ...notes.flatMap(({ quoted, date, url }) => [
    `- A reader’s note${date === null ? '' : `, ${date}`}: ${url}`,
    quotation(quoted),
  ]),
]

/** The paper that a tool is about. */
export const paperNamed = z
  .string()
  .trim()
  .min(1, { error: 'send a DOI' })
  .max(2_000)
  .describe('A DOI, bare or as a URL, or an arXiv ID.')

/** Error message for input that identifies no paper. */
export const namesNoPaper =
  'Not a DOI or arXiv ID. A DOI is 10., four to nine digits, a slash and a suffix. To find a paper by its title, use search_papers.'

/** @throws ToolProblem if the text identifies no paper */
export const doiNamed = (text: string): Doi => {
  const doi = readDoi(text)
  if (doi === null) throw new ToolProblem(namesNoPaper)
  return doi
}

/** Returns the user the assistant acts for. Requests without one are rejected earlier. */
export const personOf = ({ account }: Asking): Account => {
  if (account === null) throw new ToolProblem('Requires a user’s authorization: sign in.')
  return account
}
