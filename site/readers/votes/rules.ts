/** Vote on a paper (SPEC §3, "Vote request"). */
export type VoteType = 'upvote' | 'downvote'

/** Effect of the request on the person's vote (SPEC §3, "Response"). */
export type VoteStatus = 'added' | 'changed' | 'removed'

/** Vote totals of a paper; `signedIn` counts voters of both sides with an account. */
export type VoteCounts = { upvotes: number; downvotes: number; signedIn: number }

export type VoteDecision = {
  status: VoteStatus
  /** The vote to keep, or null to keep none. */
  next: VoteType | null
  /** Change to the paper's totals. */
  change: VoteCounts
}

const worth = (vote: VoteType | null): { upvotes: number; downvotes: number } => ({
  upvotes: vote === 'upvote' ? 1 : 0,
  downvotes: vote === 'downvote' ? 1 : 0,
})

/** The vote after a click: one on the selected side takes it back. */
export const voteAfter = (current: VoteType | null, clicked: VoteType): VoteType | null =>
  current === clicked ? null : clicked

/** Vote request: a click from a client that does not send its displayed vote, or the intended vote, null for none. */
export type VoteRequest = VoteType | { wanted: VoteType | null }

/**
 * Decides a vote request's effect (SPEC §4): a first click adds, a click on the selected side withdraws, a click on the other side changes
 * the vote. An intended vote is set regardless of other tabs' changes.
 */
export const decideVote = (current: VoteType | null, asked: VoteRequest, signedIn: boolean): VoteDecision => {
  const next = typeof asked === 'string' ? voteAfter(current, asked) : asked.wanted
  const status = next === null ? 'removed' : current === null ? 'added' : 'changed'
  const before = worth(current)
  const after = worth(next)
  const people = (next === null ? 0 : 1) - (current === null ? 0 : 1)
  return {
    status,
    next,
    change: {
      upvotes: after.upvotes - before.upvotes,
      downvotes: after.downvotes - before.downvotes,
      signedIn: signedIn ? people : 0,
    },
  }
}
