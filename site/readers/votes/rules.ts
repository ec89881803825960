/** What a person can say about a paper (SPEC §3, "Vote request"). */
export type VoteType = 'upvote' | 'downvote'

/** What the call did, seen from the person's side (SPEC §3, "Response"). */
export type VoteStatus = 'added' | 'changed' | 'removed'

/** How many people said what about one paper; `signedIn` counts those of both sides who had an account. */
export type VoteCounts = { upvotes: number; downvotes: number; signedIn: number }

export type VoteDecision = {
  status: VoteStatus
  /** The vote to keep, or null to keep none. */
  next: VoteType | null
  /** What to add to the paper's counts. */
  change: VoteCounts
}

const worth = (vote: VoteType | null): { upvotes: number; downvotes: number } => ({
  upvotes: vote === 'upvote' ? 1 : 0,
  downvotes: vote === 'downvote' ? 1 : 0,
})

/** The vote after a click: one on the selected side takes it back. */
export const voteAfter = (current: VoteType | null, clicked: VoteType): VoteType | null =>
  current === clicked ? null : clicked

/** What is asked of a vote: a click, of a program that does not say what it saw; or the vote that the reader wants, null for none. */
export type VoteAsked = VoteType | { wanted: VoteType | null }

/**
 * Decides what a request does to a vote (SPEC §4): a first click adds, a click on the selected side takes the vote back, a click on
 * the other side changes it. What a reader wants is so afterwards, whatever another tab has done since they looked.
 */
export const decideVote = (current: VoteType | null, asked: VoteAsked, signedIn: boolean): VoteDecision => {
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
