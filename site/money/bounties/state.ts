import type { EntryKind } from '../ledger/index.ts'

/**
 * State of a paper's bounty. `none`: no contributions, or all refunded before an award. `held`: reserved for a claimant. `awarded`:
 * approved by two moderators, not paid yet.
 */
export type BountyState = 'none' | 'open' | 'held' | 'awarded' | 'paid' | 'refunded' | 'expired'

export type BountyFacts = {
  /** True if it has unawarded money. */
  hasMoney: boolean
  /** True if a claim holds it. */
  isHeld: boolean
  /** True if an award is not paid yet. */
  owes: boolean
  /** Kind of the outflow that emptied it; null if none has. */
  lastWayOut: 'paid' | 'refunded' | 'expired' | null
}

/** Money that waits counts before money that is promised, and that before money that is gone. */
export const bountyState = ({ hasMoney, isHeld, owes, lastWayOut }: BountyFacts): BountyState => {
  if (hasMoney) return isHeld ? 'held' : 'open'
  if (owes) return 'awarded'
  return lastWayOut ?? 'none'
}

/**
 * Maps a ledger entry to the bounty's outflow; null if the money does not leave for good. `reason`: why the last of it was refunded, if
 * decided here.
 */
export const wayOut = (kind: EntryKind, reason: 'refund' | 'expiry' | null): BountyFacts['lastWayOut'] => {
  if (kind === 'payout') return 'paid'
  if (kind !== 'refund' && kind !== 'expiry') return null
  return reason === 'expiry' ? 'expired' : 'refunded'
}
