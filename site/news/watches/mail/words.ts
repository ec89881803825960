import type { Locale } from '@corroborate/wire/locales'
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
