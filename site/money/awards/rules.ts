import type { Hold } from '../../readers/claims/index.ts'
import type { Proposal } from './tables.ts'

/** What ties a moderator to a bounty. */
export type Ties = { wroteReport: boolean; hasPaid: boolean; hasClaimed: boolean }

/** Why somebody may not decide about a bounty; null for who may. Nobody decides about what they have a part in. */
export const partIn = ({ wroteReport, hasPaid, hasClaimed }: Ties): string | null => {
  if (wroteReport) return 'You wrote a report on this paper, so other moderators decide on its bounty.'
  if (hasPaid) return 'You contributed to this bounty, so other moderators decide on it.'
  if (hasClaimed) return 'You claimed this paper, so other moderators decide on its bounty.'
  return null
}

/** What a moderator can do with a proposal. `take-back` is for who proposed it, the others for everybody else. */
export type ProposalAction = 'confirm' | 'reject' | 'take-back'

export type Verdict =
  | { kind: 'decided'; state: 'confirmed' | 'rejected' }
  /** They have done that already: nothing more happens. */
  | { kind: 'repeated' }
  /** It stands otherwise than they saw. */
  | { kind: 'changed' }
  /** It takes somebody else. */
  | { kind: 'same-person' }
  /** Who proposed it has deleted their account: two people who can be asked have to agree. */
  | { kind: 'nobodys' }

/** What an action makes of a proposal. `version`: the one that was looked at. */
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

/** Whether a report can be awarded while claims hold the bounty: it waits for those who claimed. */
export const isHeldFromOthers = (holds: readonly Hold[], reporter: string): boolean =>
  holds.length > 0 && !holds.some(({ claimant }) => claimant === reporter)
