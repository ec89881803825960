import { type VoteCounts, type VoteStatus, type VoteType, voteAfter } from './rules.ts'

/** One reader's vote on one paper, and everybody's counts with it. */
export type PaperVotes = { mine: VoteType | null; counts: VoteCounts }

/** The vote box between the reader, who may click at any time, and the server, which is asked one thing at a time. */
export type VoteState = {
  /** What the server last said. */
  confirmed: PaperVotes
  /** What the reader wants and sees. */
  wanted: VoteType | null
  /** The click the server has not answered yet. */
  sent: VoteType | null
  /** Whether the reader clicked after `sent` left. */
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
 * What an event makes of the state (SPEC §4). When `sent` of the result is another click than before, or a click again
 * after an answer, it is the caller's to send.
 *
 * A vote call toggles, so two of them must never overtake each other: while one is under way, clicks only change what is
 * wanted, and the difference is sent once the answer is there. The last click wins.
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

/** The click that leads from what the server has to what the reader wants: the wanted side, or the kept one again. */
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
