import { type Amount, formatAmount } from '../../kit/amounts/format.ts'

/** The form to contribute with, as it was sent when something was not right. */
export type ContributionFormModel = {
  action: string
  /** URL of the rules on bounty money. */
  rule: string
  /** Suggested amounts, in whole units and as text. */
  suggested: readonly { whole: number; text: string }[]
  /** Minimum and maximum amount as text. */
  range: string
  /** No money moves: a sandbox stands in for Stripe. */
  isSandbox: boolean
  draft: ContributionDraft
  /** Validation error; null for a new form. */
  problem: string | null
}

/** Form input: `amount` is a suggested amount, `own` a custom one. */
export type ContributionDraft = { amount: string; own: string; name: string; message: string }

/** Public view of a contribution: named only by choice. */
export type ShownContribution = { name: string | null; message: string | null; text: string; day: string }

export type ContributePageModel = {
  paper: { doi: string; title: string; href: string }
  /** Null for a notice about other papers: there is nothing in it to reproduce. */
  form: ContributionFormModel | null
  /** The papers that a notice is about, and where to contribute to their bounties. */
  about: readonly { title: string; href: string }[]
}

export const noticeError =
  'This is a notice about another work, so there is nothing to reproduce. Contribute to one of these instead:'

export type PoolPageModel = {
  total: readonly Amount[]
  totalText: string
  currency: string
  people: number
  shown: readonly ShownContribution[]
  form: ContributionFormModel | null
  books: string
  /** URL of the payment status. */
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
  /** Fund balance including this contribution, by currency; null until it is paid. */
  total: readonly Amount[] | null
}

/** SPEC §9, with the currency that was paid. */
export const thanksText = (money: Amount): string => `Thank you for your contribution of ${formatAmount(money)}`
