import { type Amount, formatAmount } from '../../kit/amounts/index.ts'

/** The form to contribute with, as it was sent when something was not right. */
export type ContributionFormModel = {
  /** Where it is sent. */
  action: string
  /** Where the rule is told that money follows. */
  rule: string
  /** Amounts to choose from, in whole units and in words. */
  suggested: readonly { whole: number; text: string }[]
  /** How little and how much may be given, in words. */
  range: string
  /** No money moves: a sandbox stands in for Stripe. */
  isSandbox: boolean
  draft: ContributionDraft
  /** What has to be mended; null for a fresh form. */
  problem: string | null
}

/** What somebody typed: `amount` one of the suggested, `own` any other. */
export type ContributionDraft = { amount: string; own: string; name: string; message: string }

/** Somebody who contributed, as everybody sees it: named only where they wished it. */
export type ShownContribution = { name: string | null; message: string | null; text: string; day: string }

export type ContributePageModel = {
  paper: { doi: string; title: string; href: string }
  /** Null for a notice about other papers: there is nothing in it to reproduce. */
  form: ContributionFormModel | null
  /** The papers that a notice is about, and where to contribute to their bounties. */
  about: readonly { title: string; href: string }[]
}

export const refusalOfNotice =
  'This is a notice about another work, so there is nothing to reproduce. Contribute to one of these instead:'

export type PoolPageModel = {
  total: readonly Amount[]
  /** The same in words. */
  totalText: string
  currency: string
  people: number
  shown: readonly ShownContribution[]
  form: ContributionFormModel | null
  books: string
  /** Where the state of a payment is read. */
  sessionDetails: string
  /** The state of the payment that the address names, where we know it; `text` is its amount. */
  thanks: { text: string } | null
}

/** `GET /get-session-details` (SPEC §3, §7): amounts in whole units. */
export type SessionDetails = {
  status: 'success' | 'open' | 'processing' | 'failed' | 'expired'
  amount: number
  currency: string
  /** The DOI of the paper; null for the pool. */
  doi: string | null
  /** What is in the fund with this contribution, by currency; null while it has not been paid. */
  total: readonly Amount[] | null
}

/** SPEC §9, of whatever currency was paid in. */
export const thanksText = (money: Amount): string => `Thank you for your contribution of ${formatAmount(money)}`
