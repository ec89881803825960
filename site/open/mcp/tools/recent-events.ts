import { z } from 'zod'
import { activityKinds, type ListedActivity, type recentReader } from '../../../paper/activity/index.ts'
import type { ReadSummaries } from '../../../paper/papers/index.ts'
import { onlyReads, Quoted, quotation, quotedLines, type Tool } from '../tool.ts'

const input = z.strictObject({
  kinds: z
    .array(z.enum(activityKinds))
    .max(activityKinds.length)
    .default([])
    .describe('Only these; all where none is named.'),
  most: z.int().min(1).max(50).default(20),
})

const Event = z.object({
  kind: z.enum(activityKinds),
  label: z.string().describe('In words: “Retraction”.'),
  doi: z.string(),
  title: z.string().nullable().describe('The title of the paper; null where no source has one.'),
  page_url: z.string().describe('Where it can be read.'),
  date: z.string().nullable().describe('When it happened, where its source says so; ISO 8601.'),
  noted_at: z.string().describe('When this site learned of it.'),
  quoted: Quoted.describe('Who says so, and the words of the notice, of the attempt or of the reader.'),
})
const output = z.object({ as_of: z.string(), events: z.array(Event).describe('The latest first.') })
type Event = z.output<typeof Event>

type Options = {
  readRecent: ReturnType<typeof recentReader>
  /** Reads the titles of the papers. */
  summaries: ReadSummaries
  origin: string
  now: () => number
}

export const createRecentEvents = ({
  readRecent,
  summaries,
  origin,
  now,
}: Options): Tool<typeof input, typeof output> => ({
  name: 'recent_events',
  title: 'What happened to papers lately',
  description:
    'Lists what happened to papers lately, the latest first: corrections, retractions, expressions of concern, attempts to repeat them, reports, notes, claims and bounties.',
  input,
  output,
  annotations: onlyReads,
  scope: null,
  answer: async ({ kinds, most }) => {
    const { entries } = await readRecent(kinds.length === 0 ? null : [...new Set(kinds)], most)
    const papers = await summaries([...new Set(entries.map(({ doi }) => doi))])
    const events = entries.map(entry => toldEvent(entry, papers.get(entry.doi)?.title ?? null, origin))
    const asOf = new Date(now()).toISOString()
    return { data: { as_of: asOf, events }, text: eventsInWords(events, asOf.slice(0, 10)) }
  },
})

/** An event in the form of the tool; `title`: of its paper; `origin`: of this site. */
export const toldEvent = (
  { kind, label, doi, path, date, notedAt, by, detail }: ListedActivity,
  title: string | null,
  origin: string,
): Event => ({
  kind,
  label,
  doi,
  title,
  page_url: origin + path,
  date,
  noted_at: new Date(notedAt).toISOString(),
  quoted: { by: by.name, text: detail ?? '' },
})

/** The same as text. */
export const eventsInWords = (events: readonly Event[], asOf: string): string =>
  [
    `As of ${asOf}: ${events.length === 0 ? 'nothing of this kind is known' : 'the latest first'}.`,
    ...events.map(({ label, doi, title, date, noted_at, page_url, quoted }) =>
      [
        `${label}: ${doi}, ${date ?? noted_at.slice(0, 10)}. ${page_url}`,
        ...(title === null ? [] : [quotedLines(title)]),
        quotation(quoted),
      ].join('\n'),
    ),
  ].join('\n\n')
