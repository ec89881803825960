import type { Doi } from '../../kit/doi/index.ts'

/** Money that is kept for one thing: the reproduction of a paper (its bounty), or whatever the pool is for. */
export type Fund = 'pool' | `bounty:${string}`

/**
 * The accounts of the ledger. Each fund is one: it owes its money to the people it will go to. `stripe` is what we have at Stripe, `fees`
 * what Stripe has kept for its work, which the people who run the site bear. `awarded` is what is promised to reporters and not paid yet,
 * `operator` what was paid to them from elsewhere than Stripe.
 */
export type Account = Fund | 'stripe' | 'fees' | 'awarded' | 'operator'

export const bountyOf = (doi: Doi): Fund => `bounty:${doi}`

/** The DOI whose bounty a fund is; null for the pool. */
export const doiOfFund = (fund: string): Doi | null =>
  fund.startsWith('bounty:') ? (fund.slice('bounty:'.length) as Doi) : null
