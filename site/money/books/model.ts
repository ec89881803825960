import type { Amount } from '../../kit/amounts/index.ts'
import type { EntryKind } from '../ledger/index.ts'

/** What kinds of entries say, for people. */
export const kindWords: Readonly<Record<EntryKind, string>> = {
  payment: 'Contribution',
  refund: 'Refund',
  'refund-failed': 'Failed refund',
  dispute: 'Chargeback',
  'dispute-won': 'Chargeback reversed',
  fee: 'Stripe fee',
  'fee-returned': 'Stripe fee refunded',
  award: 'Award',
  'award-withdrawn': 'Award withdrawn',
  payout: 'Payout',
  'payout-failed': 'Failed payout',
  'top-up': 'Transfer from the pool to a bounty',
  expiry: 'Transfer to the pool: it came from there, or could not be refunded',
}

/** What a line is about: the funds themselves, what was paid to reporters, or what Stripe kept, which the operator bears. */
export const bookParts = ['funds', 'payouts', 'fees'] as const
export type BookPart = (typeof bookParts)[number]

/** One movement of money as everybody may see it. Plain data. */
export type BookLine = {
  /** ISO 8601, in UTC. */
  at: string
  kind: EntryKind
  part: BookPart
  /** The DOI of the paper whose bounty it is about; null: the pool. */
  doi: string | null
  /**
   * In minor units, what it did to the fund, or to all funds together: what they lost is below 0, and what moved from one to another is 0.
   * Of what touches no fund, what was paid or kept is below 0.
   */
  money: Amount
  /** How much moved, always above 0. */
  moved: Amount
  /** The contributor's, where they wished it and a moderator let it through. */
  name: string | null
}

/** A line with what is in the fund, or in all of them, after it; null for what touches no fund. */
export type BalancedLine = BookLine & { balance: Amount | null }

/** What there is, by currency. */
export type BookSums = {
  /** In the fund, or in all funds together. */
  held: readonly Amount[]
  given: readonly Amount[]
  /** Moved here from another fund, or below 0 to another one. */
  moved: readonly Amount[]
  /** Promised to reporters, and of that paid to them. */
  awarded: readonly Amount[]
  paidOut: readonly Amount[]
  /** Paid back, or taken back by banks. */
  gone: readonly Amount[]
  fees: readonly Amount[]
}

/** Lines of one part. `next`: where older ones are. */
export type BookList = { part: BookPart; lines: readonly BalancedLine[]; next: string | null }

export type BooksPageModel = {
  /** Null: all books. */
  of: { doi: string; title: string; href: string } | 'pool' | null
  sums: BookSums
  /** Which part is shown alone; null for all, the funds first. */
  part: BookPart | null
  lists: readonly BookList[]
  first: string | null
  csv: string
  json: string
  isSandbox: boolean
}
