import { type VoteCounts, type VoteStatus, type VoteType, voteAfter } from './rules.ts'

/** A reader's vote on a paper, with the totals. */
export type PaperVotes = { mine: VoteType | null; counts: VoteCounts }

/** State of the vote box between the reader, who may click at any time, and the server, which handles one request at a time. */
export type VoteState = {
  /** Last server response. */
  confirmed: PaperVotes
  /** Vote intended by and shown to the reader. */
  wanted: VoteType | null
  /** The click the server has not answered yet. */
  sent: VoteType | null
  /** True if the reader clicked after `sent` left. */
  clickedSince: boolean
}

export type VoteEvent =
  | { type: 'clicked'; vote: VoteType }
  | { type: 'answered'; status: VoteStatus; counts: VoteCounts | null }
  | { type: 'failed' }

export const startVote = (votes: PaperVotes): VoteState => ({
  confirmed: votes,
  wanted: votes.mine,
  sent: null,
  clickedSince: false,
})

/**
 * Applies an event to the state (SPEC §4). If the result's `sent` is a different click, or a new one after a response, the caller must send
 * it.
 * Vote requests toggle, so they must never overtake each other: while one is pending, clicks only change the intended vote, and the
 * difference is sent after the response. The last click wins.
 */
export const evolveVote = (state: VoteState, event: VoteEvent): VoteState => {
  switch (event.type) {
    case 'clicked': {
      const wanted = voteAfter(state.wanted, event.vote)
      return state.sent === null ? sendDifference({ ...state, wanted }) : { ...state, wanted, clickedSince: true }
    }
    case 'answered': {
      const mine = event.status === 'removed' ? null : state.sent
      return settle(state, { mine, counts: event.counts ?? countsWith(state.confirmed, mine) })
    }
    case 'failed':
      return settle(state, state.confirmed)
  }
}

const settle = (state: VoteState, confirmed: PaperVotes): VoteState =>
  sendDifference({
    confirmed,
    wanted: state.clickedSince ? state.wanted : confirmed.mine,
    sent: null,
    clickedSince: false,
  })

/** Returns the click that turns the server's vote into the intended one: the intended side, or the current one again. */
const sendDifference = (state: VoteState): VoteState =>
  state.wanted === state.confirmed.mine ? state : { ...state, sent: state.wanted ?? state.confirmed.mine }

/** The counts the reader sees: the server's, with the reader's own vote where it is wanted. */
export const countsShown = (state: VoteState): VoteCounts => countsWith(state.confirmed, state.wanted)

const countsWith = ({ mine, counts }: PaperVotes, next: VoteType | null): VoteCounts => ({
  upvotes: counts.upvotes + worth(next, 'upvote') - worth(mine, 'upvote'),
  downvotes: counts.downvotes + worth(next, 'downvote') - worth(mine, 'downvote'),
  // Whether this reader counts as signed in is for the server to say.
  signedIn: counts.signedIn,
})

const worth = (vote: VoteType | null, side: VoteType): number => (vote === side ? 1 : 0)

/** The question, or the thanks (SPEC §4). */
export const voteLabel = (vote: VoteType | null): string => (vote === null ? 'Find this paper reliable?' : 'Thanks!')
