import type { ModerationStatus } from '../moderation/index.ts'

const day = 24 * 60 * 60_000

/** Claim duration, and time of its reminder before the end, in ms. */
export const claimFor = 90 * day
export const remindBefore = 7 * day

/** From when on it can be renewed: in the last month of it. */
export const renewableFor = 30 * day

/** The most papers that one person claims at a time. */
export const mostClaims = 20

export type ClaimEnd = 'withdrawn' | 'lapsed' | 'reported' | 'rejected'

/** A claim's status for its claimant. */
export type ClaimState = 'waiting' | 'standing' | ClaimEnd

export const claimState = (
  { end, until, approvedAt }: { end: ClaimEnd | null; until: number; approvedAt: number | null },
  now: number,
): ClaimState => {
  if (end !== null) return end
  if (until <= now) return 'lapsed'
  return approvedAt === null ? 'waiting' : 'standing'
}

/** True if an active claim can be renewed now. */
export const isRenewable = ({ until }: { until: number }, now: number): boolean =>
  until > now && until - now <= renewableFor

/** Applies a moderator's decision, or its undo, to a claim. */
export const settledClaim = (
  to: ModerationStatus,
  at: number,
): { approved_at: number | null; end: ClaimEnd | null; live: 0 | 1 } => {
  if (to === 'approved') return { approved_at: at, end: null, live: 1 }
  return to === 'pending' ? { approved_at: null, end: null, live: 1 } : { approved_at: null, end: 'rejected', live: 0 }
}
