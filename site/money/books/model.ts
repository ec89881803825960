import type { Amount } from '../../kit/amounts/index.ts'
import type { EntryKind } from '../ledger/index.ts'

/** What kinds of entries say, for people. */
export const kindWords: Readonly<Record<EntryKind, string>> = {
  payment: 'Contribution',
  refund: 'Paid back to the contributor',
  'refund-failed': 'A payment back that did not arrive',
  dispute: 'Taken back by the contributor’s bank',
  'dispute-won': 'Given again by the contributor’s bank',
  fee: 'Kept by Stripe',
  'fee-returned': 'Given back by Stripe',
  award: 'Awarded to reports',
  'award-withdrawn': 'An award withdrawn',
  payout: 'Paid to a reporter',
  'payout-failed': 'A payment to a reporter that did not arrive',
  'top-up': 'Moved from the pool to a bounty',
  expiry: 'Moved to the pool: it came from there, or could not go back',
}

/** One movement of money as everybody may see it. Plain data. */
export type BookLine = {
  /** ISO 8601, in UTC. */
  at: string
  kind: EntryKind
  /** The DOI of the paper whose bounty it is about; null: the pool. */
  doi: string | null
  /** In minor units; what a fund lost is below 0, and so is what Stripe kept. */
  money: Amount
  /** The contributor's, where they wished it and a moderator let it through. */
  name: string | null
}

/** What there is, by currency. */
export type BookSums = {
  /** In the fund, or in all funds together. */
  held: readonly Amount[]
  given: readonly Amount[]
  /** Promised to reporters, and of that paid to them. */
  awarded: readonly Amount[]
  paidOut: readonly Amount[]
  /** Paid back, or taken back by banks. */
  gone: readonly Amount[]
  fees: readonly Amount[]
}

export type BooksPageModel = {
  /** Null: all books. */
  of: { doi: string; title: string; href: string } | 'pool' | null
  sums: BookSums
  lines: readonly BookLine[]
  next: string | null
  first: string | null
  csv: string
  json: string
  isSandbox: boolean
}
