import type { Doi } from '../../kit/doi/index.ts'

/** Money with one purpose: a paper's bounty, or the pool. */
export type Fund = 'pool' | `bounty:${string}`

/**
 * Ledger accounts. Each fund is a liability. `stripe` is our Stripe balance, `fees` Stripe's fees, borne by the operators. `awarded` is
 * promised to reporters but not paid, `operator` was paid to them outside Stripe.
 */
export type Account = Fund | 'stripe' | 'fees' | 'awarded' | 'operator'

export const bountyOf = (doi: Doi): Fund => `bounty:${doi}`

/** Returns the DOI of a bounty; null for the pool. */
export const doiOfFund = (fund: string): Doi | null =>
  fund.startsWith('bounty:') ? (fund.slice('bounty:'.length) as Doi) : null
