/** One award as its reporter sees it. Plain data. */
export type MyAward = {
  id: string
  title: string
  paper: string
  report: string
  amount: string
  day: string
  /** Status as a message. */
  standing: string
  isDue: boolean
}

/** The page at `/dashboard/awards`. */
export type AwardsPageModel = {
  awards: readonly MyAward[]
  /** Payout method; null if not chosen. */
  way: 'stripe' | 'hand' | null
  /** True if their Stripe account can receive money. */
  isReady: boolean
  bankProblem: string | null
  details: string
  /** True if payouts by Stripe are enabled. */
  hasConnect: boolean
  isSandbox: boolean
  notice: string | null
  problem: string | null
}
