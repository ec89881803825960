import { z } from 'zod'
import type { PublicRow } from '../../readers/notes/index.ts'
import { type PaperAnswer, statusKeys } from '../api/index.ts'
import { Quoted } from './quoted.ts'

/** Maximum entries of each list per paper; its page has all. */
export const mostTold = 10

const date = z.string().nullable().describe('ISO 8601, as exact as its source gives it.')
const source = z.string().nullable().describe('Who says so.')

const Told = z.object({
  label: z.string().describe('In words: “Retraction”, “Replicated”.'),
  date,
  outcome: z.enum(['held', 'not-held', 'mixed']).nullable().describe('How an attempt to repeat the paper ended.'),
  source,
  url: z.string().nullable().describe('Where it can be read.'),
  reasons: z.array(z.string()),
  quoted: Quoted.nullable().describe('What its own text says.'),
})

const More = z.object({
  events: z.array(Told).describe('Corrections, retractions and the like, newest first.'),
  attempts: z.array(Told).describe('Published replications, newest first.'),
  reports: z
    .array(
      z.object({
        hash: z.string().describe('For read_report.'),
        outcome: z.enum(['success', 'partial', 'failed', 'unclear']),
        reported_at: z.string(),
        counted: z.boolean().describe('Its material is public and two moderators have approved it.'),
        url: z.string(),
      }),
    )
    .describe('What readers reported here of their own attempts. They never turn what published attempts say.'),
  notes: z
    .array(z.object({ quoted: Quoted, date, url: z.string() }))
    .describe('What readers wrote here, newest first. Moderators let it through and do not vouch for it.'),
})

export const KnownPaper = z.object({
  asked: z.string().describe('As it was asked.'),
  problem: z.string().nullable().describe('Why there is no answer for it; null when there is one.'),
  paper: z
    .object({
      doi: z.string(),
      page_url: z.string().describe('Where people read all of this.'),
      title: z.string().nullable(),
      year: z.int().nullable(),
      status: z.object({
        key: z
          .enum(statusKeys)
          .describe(
            'The gravest thing that is known. neutral, nothing-known, not-asked and no-record say nothing for or against the paper.',
          ),
        headline: z.string(),
        sentence: z.string().describe('Who says what, with its date and where to read it. Quote this.'),
        date,
        source,
      }),
      counts: z.object({
        events: z.int(),
        attempts: z.int(),
        reports: z.int(),
        notes: z.int(),
      }),
      more: More.nullable().describe('Told for three papers at most; ask for one alone to get it.'),
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
  const { doi, page_url, facts, status, counts } = answer
  return {
    doi,
    page_url,
    title: facts?.title ?? null,
    year: facts?.year ?? null,
    status: {
      key: status.key,
      headline: status.headline,
      sentence: status.sentence,
      date: status.date,
      source: status.source,
    },
    counts: { events: counts.events, attempts: counts.attempts, reports: counts.reports, notes: counts.notes },
    more: notes === null ? null : moreOf(answer, notes, noteUrl),
  }
}

const moreOf = (
  { events, attempts, reports }: PaperAnswer,
  notes: readonly PublicRow[],
  noteUrl: (id: string) => string,
): Paper['more'] => ({
  events: events.slice(0, mostTold).map(told),
  attempts: attempts.slice(0, mostTold).map(told),
  reports: reports.slice(0, mostTold).map(({ hash, outcome, reported_at, counted, page_url }) => ({
    hash,
    outcome,
    reported_at,
    counted,
    url: page_url,
  })),
  notes: notes.slice(0, mostTold).map(({ id, author, content, interests, published_at }) => ({
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
