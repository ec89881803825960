import type { Hold } from '../../readers/claims/index.ts'
import type { Proposal } from './tables.ts'

/** A moderator's conflicts of interest with a bounty. */
export type Ties = { wroteReport: boolean; hasPaid: boolean; hasClaimed: boolean }

/**
 * Returns the reason why a moderator may not decide about a bounty; null if they may. Moderators cannot decide where they have a conflict
 * of interest.
 */
export const partIn = ({ wroteReport, hasPaid, hasClaimed }: Ties): string | null => {
  if (wroteReport) return 'You wrote a report on this paper, so other moderators decide on its bounty.'
  if (hasPaid) return 'You contributed to this bounty, so other moderators decide on it.'
  if (hasClaimed) return 'You claimed this paper, so other moderators decide on its bounty.'
  return null
}

/** Action on a proposal. `take-back` is for its author, the others for everyone else. */
export type ProposalAction = 'confirm' | 'reject' | 'take-back'

export type Verdict =
  | { kind: 'decided'; state: 'confirmed' | 'rejected' }
  /** They have done that already: nothing more happens. */
  | { kind: 'repeated' }
  /** The state differs from the one they saw. */
  | { kind: 'changed' }
  /** Requires a different moderator. */
  | { kind: 'same-person' }
  /** The proposal's author deleted their account. Two accountable moderators must agree. */
  | { kind: 'nobodys' }

/** Applies an action to a proposal. `version` is the one the moderator viewed. */
export const decideOn = (
  { state, version, proposed_by, decided_by }: Pick<Proposal, 'state' | 'version' | 'proposed_by' | 'decided_by'>,
  { action, moderator, version: seen }: { action: ProposalAction; moderator: string; version: number },
): Verdict => {
  const wanted = action === 'confirm' ? 'confirmed' : 'rejected'
  if (state === wanted && decided_by === moderator && seen === version - 1) return { kind: 'repeated' }
  if (state !== 'waiting' || seen !== version) return { kind: 'changed' }
  const isOwn = proposed_by === moderator
  if (isOwn !== (action === 'take-back')) return { kind: 'same-person' }
  if (action === 'confirm' && proposed_by === null) return { kind: 'nobodys' }
  return { kind: 'decided', state: wanted }
}

/** True if claims hold the bounty for reporters other than this one. */
export const isHeldFromOthers = (holds: readonly Hold[], reporter: string): boolean =>
  holds.length > 0 && !holds.some(({ claimant }) => claimant === reporter)
