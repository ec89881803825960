import type { Amount } from '../../kit/amounts/format.ts'
import type { ContributionFormModel, ShownContribution } from '../contributions/index.ts'

/** Bounty section of a paper's page. Plain data. */
export type BountySectionProps = {
  doi: string
  /** Balance by currency, always including the site's own. */
  total: readonly Amount[]
  totalText: string
  currency: string
  /** Number of contributors. */
  people: number
  /** Contributors who chose to be listed, newest first. */
  shown: readonly ShownContribution[]
  standing: ShownBountyStatus
  /** Account that the page was made for: the provider's id of the user; null for a visitor. */
  reader: string | null
  /** Null if contributions are disabled. */
  form: ContributionFormModel | null
  books: string
  /** URL of the payment status. */
  sessionDetails: string
}

/** Bounty status as shown on the page. */
export type ShownBountyStatus = {
  /** Progress: 0 none, 1 open, 2 held, 3 awarded, 4 paid or refunded. */
  step: 0 | 1 | 2 | 3 | 4
  /** "Open", "Held for Ada Lovelace until 12 June 2027"; null while there is nothing. */
  words: string | null
  /** Until when it waits; null where nothing does. */
  until: string | null
  /** Awarded and paid amounts as text; null for none. */
  awarded: string | null
  paid: string | null
}
