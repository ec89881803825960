import type { Locale } from '@corroborate/wire/locales'
import type { ActivityKind } from '../../paper/activity/index.ts'

export const newsTopics = ['record', 'replication', 'report', 'note', 'bounty'] as const
export type NewsTopic = (typeof newsTopics)[number]

export const frequencies = ['now', 'daily', 'weekly', 'off'] as const
export type Frequency = (typeof frequencies)[number]

export type Frequencies = Readonly<Record<NewsTopic, Frequency>>

/** Defaults: a retraction is urgent, a note is not. */
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
  // A claim is shown on the paper's page; only its report is news.
  claim: null,
  bounty: 'bounty',
  // A paper may depend on its references.
  'cites-retracted': 'record',
  'cites-concern': 'record',
  'cites-not-held': 'replication',
}

/** Returns the notification topic of an activity; null if it sends none. */
export const topicOf = (kind: ActivityKind): NewsTopic | null => topics[kind]

/** Parses stored frequencies; invalid ones fall back to the default. */
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

/** Returns the due time of a notification in epoch ms: now, with the next digest (6 am UTC; weekly on Mondays), or null for never. */
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

/** Returns the next purge of old notifications in epoch ms: 4 am UTC. */
export const nextSweep = (now: number): number => nextTime(now, 4 * hour, day)

const nextTime = (now: number, first: number, every: number): number =>
  first + (Math.floor((now - first) / every) + 1) * every

export type MailSettingsModel = {
  frequencies: Frequencies
  locale: Locale
  /** Recipient address; null if none is verified. */
  address: string | null
  saved: boolean
}

/** The page at `/unsubscribe`. */
export type UnsubscribeModel =
  | { kind: 'ask'; token: string }
  | { kind: 'done' }
  /** The unsubscribe token is invalid or truncated. */
  | { kind: 'unreadable' }
