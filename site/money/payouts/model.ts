/** One award as its reporter sees it. Plain data. */
export type MyAward = {
  id: string
  title: string
  paper: string
  report: string
  amount: string
  day: string
  /** Where it stands, in a sentence. */
  standing: string
  isDue: boolean
}

/** The page at `/dashboard/awards`. */
export type AwardsPageModel = {
  awards: readonly MyAward[]
  /** How they are paid; null while they have not said. */
  way: 'stripe' | 'hand' | null
  /** Whether money can be sent to their account at Stripe. */
  isReady: boolean
  bankProblem: string | null
  details: string
  /** Whether people can be paid by Stripe here. */
  hasConnect: boolean
  isSandbox: boolean
  notice: string | null
  problem: string | null
}
