import type { ActivityKind } from '../../paper/activity/index.ts'

/** What somebody can be written to about. */
export const newsTopics = ['record', 'replication', 'report', 'note', 'bounty'] as const
export type NewsTopic = (typeof newsTopics)[number]

/** How soon. */
export const frequencies = ['now', 'daily', 'weekly', 'off'] as const
export type Frequency = (typeof frequencies)[number]

export type Frequencies = Readonly<Record<NewsTopic, Frequency>>

/** What holds until somebody says otherwise: a retraction cannot wait, a note can. */
export const usualFrequencies: Frequencies = {
  record: 'now',
  replication: 'daily',
  report: 'daily',
  note: 'weekly',
  bounty: 'weekly',
}

const topics: Readonly<Record<ActivityKind, NewsTopic | null>> = {
  correction: 'record',
  retraction: 'record',
  concern: 'record',
  reinstatement: 'record',
  replication: 'replication',
  'report-approved': 'report',
  'note-approved': 'note',
  // That somebody means to reproduce a paper is said on its page; the report is news.
  claim: null,
  bounty: 'bounty',
  // A paper may rest on what it cites.
  'cites-retracted': 'record',
  'cites-concern': 'record',
  'cites-not-held': 'replication',
}

/** What a thing that happened is about to who is told of it; null when nobody is written to about it. */
export const topicOf = (kind: ActivityKind): NewsTopic | null => topics[kind]

/** Reads what somebody has chosen; what makes no sense is as usual. */
export const readFrequencies = (stored: string | null): Frequencies => {
  let chosen: Partial<Record<NewsTopic, unknown>> = {}
  try {
    chosen = JSON.parse(stored ?? '{}') as typeof chosen
  } catch {
    // As usual.
  }
  const of = (topic: NewsTopic): Frequency =>
    frequencies.find(frequency => frequency === chosen[topic]) ?? usualFrequencies[topic]
  return {
    record: of('record'),
    replication: of('replication'),
    report: of('report'),
    note: of('note'),
    bounty: of('bounty'),
  }
}

const hour = 3_600_000
const day = 24 * hour
/** In UTC: morning in Europe, the day before it begins in America. */
const digestHour = 6
/** 1 January 1970 was a Thursday: the first Monday is the 5th. */
const firstMonday = 4 * day

/** When a mail about something is due, epoch ms: at once, with the next digest (6 in the morning UTC; Mondays), or never. */
export const dueAt = (frequency: Frequency, now: number): number | null => {
  switch (frequency) {
    case 'now':
      return now
    case 'daily':
      return nextTime(now, digestHour * hour, day)
    case 'weekly':
      return nextTime(now, firstMonday + digestHour * hour, 7 * day)
    case 'off':
      return null
  }
}

/** When what was told long ago is forgotten next, epoch ms: at 4 in the morning UTC. */
export const nextSweep = (now: number): number => nextTime(now, 4 * hour, day)

const nextTime = (now: number, first: number, every: number): number =>
  first + (Math.floor((now - first) / every) + 1) * every
