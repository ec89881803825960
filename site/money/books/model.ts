import type { Amount } from '../../kit/amounts/format.ts'
import type { EntryKind } from '../ledger/store.ts'

/** Labels of the entry kinds. */
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

/** Parts of the ledger: the funds, payouts to reporters, and Stripe's fees, which the operator bears. */
export const bookParts = ['funds', 'payouts', 'fees'] as const
export type BookPart = (typeof bookParts)[number]

/** Public view of a money movement. Plain data. */
export type BookLine = {
  /** ISO 8601, in UTC. */
  at: string
  kind: EntryKind
  part: BookPart
  /** DOI of the bounty's paper; null for the pool. */
  doi: string | null
  /**
   * Effect on the fund, or on all funds together, in minor units: negative for outflows, 0 for transfers between funds. Payouts and fees,
   * which affect no fund, are negative.
   */
  money: Amount
  /** Amount moved, always positive. */
  moved: Amount
  /** The contributor's, where they wished it and a moderator let it through. */
  name: string | null
}

/** Entry with the balance of the fund, or of all funds, after it; null if it affects no fund. */
export type BalancedLine = BookLine & { balance: Amount | null }

/** Totals by currency. */
export type BookSums = {
  /** In the fund, or in all funds together. */
  held: readonly Amount[]
  given: readonly Amount[]
  /** Transferred from another fund; negative if to another one. */
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
  /** Null for the whole ledger. */
  of: { doi: string; title: string; href: string } | 'pool' | null
  sums: BookSums
  /** Part shown alone; null for all, starting with the funds. */
  part: BookPart | null
  lists: readonly BookList[]
  first: string | null
  csv: string
  json: string
  isSandbox: boolean
}
