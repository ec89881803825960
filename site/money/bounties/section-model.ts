import type { Amount } from '../../kit/amounts/index.ts'
import type { ContributionFormModel, ShownContribution } from '../contributions/index.ts'

/** What a paper's page says of its bounty. Plain data. */
export type BountySectionProps = {
  doi: string
  /** What is in it, by currency; and the site's own, in which nothing is said. */
  total: readonly Amount[]
  /** The same in words. */
  totalText: string
  currency: string
  /** How many people it came from. */
  people: number
  /** Those who wished to be seen, the latest first. */
  shown: readonly ShownContribution[]
  /** Where it stands. */
  standing: ShownStanding
  /** Account that the page was made for: the provider's id of the user; null for a visitor. */
  reader: string | null
  /** Null where nobody can contribute now. */
  form: ContributionFormModel | null
  books: string
  /** Where the state of a payment is read. */
  sessionDetails: string
}

/** Where a bounty stands, for readers. */
export type ShownStanding = {
  /** How far it has come: 0 nothing, 1 open, 2 held, 3 awarded, 4 paid or back. */
  step: 0 | 1 | 2 | 3 | 4
  /** "Open", "Held for Ada Lovelace until 12 June 2027"; null while there is nothing. */
  words: string | null
  /** Until when it waits; null where nothing does. */
  until: string | null
  /** What was awarded, and what was paid, in words; null for nothing. */
  awarded: string | null
  paid: string | null
}
