import { z } from 'zod'
import type { ListedActivity, recentReader } from '../../../paper/activity/index.ts'
import type { ReadSummaries } from '../../../paper/papers/index.ts'
import { eventType, eventTypes, kindsOfEventTypes } from '../../public-names/index.ts'
import { onlyReads, Quoted, quotation, quotedLines, type Tool } from '../tool.ts'

const input = z.strictObject({
  types: z
    .array(z.enum(eventTypes))
    .max(eventTypes.length)
    .default([])
    .describe('Event types to include. Default: all.'),
  limit: z.int().min(1).max(50).default(20).describe('Maximum number of events. Default: 20.'),
})

const Event = z.object({
  type: z.enum(eventTypes),
  label: z.string().describe('Short label: “Retraction”.'),
  doi: z.string(),
  title: z.string().nullable().describe('Title of the paper; null if no source has one.'),
  page_url: z.string().describe('Its page on this site.'),
  date: z.string().nullable().describe('Date of the event, ISO 8601; null if its source gives none.'),
  recorded_at: z.string().describe('Time at which this site recorded it.'),
  quoted: Quoted.describe('Source, and text of the notice, replication or note.'),
})
const output = z.object({ as_of: z.string(), events: z.array(Event).describe('Newest first.') })
type Event = z.output<typeof Event>

type Options = {
  readRecent: ReturnType<typeof recentReader>
  /** Reads the titles of the papers. */
  summaries: ReadSummaries
  origin: string
  now: () => number
}

export const createListRecentEvents = ({
  readRecent,
  summaries,
  origin,
  now,
}: Options): Tool<typeof input, typeof output> => ({
  name: 'list_recent_events',
  title: 'List recent events',
  description:
    'Lists recent events of all papers, newest first: corrections, retractions, expressions of concern, replications, community reports, notes, claims and bounties.',
  input,
  output,
  annotations: onlyReads,
  scope: null,
  answer: async ({ types, limit }) => {
    const { entries } = await readRecent(types.length === 0 ? null : kindsOfEventTypes(types), limit)
    const papers = await summaries([...new Set(entries.map(({ doi }) => doi))])
    const events = entries.map(entry => toolEvent(entry, papers.get(entry.doi)?.title ?? null, origin))
    const asOf = new Date(now()).toISOString()
    return { data: { as_of: asOf, events }, text: formatEvents(events, asOf.slice(0, 10)) }
  },
})

/** Converts an event to tool output; `title`: of its paper; `origin`: of this site. */
export const toolEvent = (
  { kind, label, doi, path, date, notedAt, by, detail }: ListedActivity,
  title: string | null,
  origin: string,
): Event => ({
  type: eventType(kind),
  label,
  doi,
  title,
  page_url: origin + path,
  date,
  recorded_at: new Date(notedAt).toISOString(),
  quoted: { by: by.name, text: detail ?? '' },
})

/** The same as text. */
export const formatEvents = (events: readonly Event[], asOf: string): string =>
  [
    `As of ${asOf}: ${events.length === 0 ? 'no events' : 'newest first'}.`,
    ...events.map(({ label, doi, title, date, recorded_at, page_url, quoted }) =>
      [
        `${label}: ${doi}, ${date ?? recorded_at.slice(0, 10)}. ${page_url}`,
        ...(title === null ? [] : [quotedLines(title)]),
        quotation(quoted),
      ].join('\n'),
    ),
  ].join('\n\n')
