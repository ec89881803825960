import type { Locale } from '@corroborate/wire/locales'
import { dateIn } from '../../../kit/times/date-in.ts'
import type { ActivityKind, ActivityOutcome } from '../../../paper/activity/index.ts'

export type Words = {
  language: Locale
  /** Subject of a mail about one event. `title` is the paper's. */
  subjectOfOne: (what: string, title: string) => string
  subjectOfMany: (things: number, papers: number) => string
  heading: (things: number) => string
  intro: (papers: number) => string
  kinds: Readonly<Record<ActivityKind, string>>
  outcomes: Readonly<Record<ActivityOutcome, string>>
  /** "on 5 June 2020", from an ISO date as exact as it is. */
  when: (date: string) => string
  /** Replacement labels: a claim with its author, and a bounty with its increase. */
  claimedBy: (name: string) => string
  grewBy: (amount: string) => string
  by: (name: string) => string
  accordingTo: (name: string) => string
  open: string
  dashboard: string
  because: (address: string) => string
  choose: string
  unsubscribe: string
}

/** Formats an ISO date, exact to the day, the month or the year, with the preposition that a language puts before it. */
export const datePhrase =
  (tag: string, before: { day: string; month: string; year: string }) =>
  (date: string): string => {
    const exactness =
      !Number.isFinite(Date.parse(date)) || date.length < 7 ? 'year' : date.length < 10 ? 'month' : 'day'
    return `${before[exactness]} ${dateIn(tag, date)}`.trim()
  }
