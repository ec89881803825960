import type { EntryKind } from '../ledger/index.ts'

/**
 * Where the bounty of a paper stands. `none`: nobody has given anything, or all of it was taken back before anything came of it.
 * `held`: somebody has claimed the paper, and it waits for them. `awarded`: two moderators have agreed, and it is not paid yet.
 */
export type BountyState = 'none' | 'open' | 'held' | 'awarded' | 'paid' | 'refunded' | 'expired'

/** What decides where a bounty stands. */
export type BountyFacts = {
  /** Whether there is money in it that nobody was awarded. */
  hasMoney: boolean
  /** Whether a claim holds it. */
  isHeld: boolean
  /** Whether a reporter has been awarded money that is not paid yet. */
  owes: boolean
  /** What took the last of its money away; null while nothing has. */
  lastWayOut: 'paid' | 'refunded' | 'expired' | null
}

/** Money that waits counts before money that is promised, and that before money that is gone. */
export const bountyState = ({ hasMoney, isHeld, owes, lastWayOut }: BountyFacts): BountyState => {
  if (hasMoney) return isHeld ? 'held' : 'open'
  if (owes) return 'awarded'
  return lastWayOut ?? 'none'
}

/**
 * Which way money went out of a bounty by an entry of the ledger; null for those that take none out for good. `reason`: why the last of it
 * went back, where that was decided here.
 */
export const wayOut = (kind: EntryKind, reason: 'refund' | 'expiry' | null): BountyFacts['lastWayOut'] => {
  if (kind === 'payout') return 'paid'
  if (kind !== 'refund' && kind !== 'expiry') return null
  return reason === 'expiry' ? 'expired' : 'refunded'
}
