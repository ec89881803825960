import type { Locale } from '../../../kit/locales/index.ts'
import type { ActivityKind, ActivityOutcome } from '../../../paper/activity/index.ts'

/** Everything that a mail about watched papers says in one language. */
export type Words = {
  language: Locale
  /** The subject of a mail about one thing. `title` is the paper's. */
  subjectOfOne: (what: string, title: string) => string
  subjectOfMany: (things: number, papers: number) => string
  heading: (things: number) => string
  intro: (papers: number) => string
  /** What happened. */
  kinds: Readonly<Record<ActivityKind, string>>
  outcomes: Readonly<Record<ActivityOutcome, string>>
  /** "on 5 June 2020", from an ISO date as exact as it is. */
  when: (date: string) => string
  /** In place of its kind: a claim with the name of who made it, and a bounty with what it grew by. */
  claimedBy: (name: string) => string
  grewBy: (amount: string) => string
  /** Who wrote it, and who says so. */
  by: (name: string) => string
  accordingTo: (name: string) => string
  open: string
  dashboard: string
  /** Why the reader gets this mail. */
  because: (address: string) => string
  choose: string
  unsubscribe: string
}
