import type { VoteType } from './rules.ts'
import { countsShown, type PaperVotes, startVote, type VoteState, voteLabel } from './state.ts'

/** Session storage of one paper (SPEC §3, "Vote state"). */
export type KeptVote = {
  upvoteSelected: boolean
  downvoteSelected: boolean
  labelText: string
  labelHasThanks: boolean
}

export const keptVoteName = (doi: string): string => `vote:${doi}`

export const toKeptVote = (vote: VoteType | null): KeptVote => ({
  upvoteSelected: vote === 'upvote',
  downvoteSelected: vote === 'downvote',
  labelText: voteLabel(vote),
  labelHasThanks: vote !== null,
})

/** Parses a stored vote; undefined if missing or invalid. */
export const readKeptVote = (stored: Readonly<Record<string, unknown>> | null): VoteType | null | undefined => {
  const { upvoteSelected, downvoteSelected } = stored ?? {}
  if (typeof upvoteSelected !== 'boolean' || typeof downvoteSelected !== 'boolean') return undefined
  if (upvoteSelected && downvoteSelected) return undefined
  return upvoteSelected ? 'upvote' : downvoteSelected ? 'downvote' : null
}

/**
 * Initial state of the vote box. The server takes precedence, except on back/forward navigation to an old document, where the tab's stored
 * vote is newer.
 */
export const beginVote = (
  votes: PaperVotes,
  stored: Parameters<typeof readKeptVote>[0],
  documentIsOld: boolean,
): VoteState => {
  const fromServer = startVote(votes)
  const kept = readKeptVote(stored)
  if (!documentIsOld || kept === undefined) return fromServer
  return startVote({ mine: kept, counts: countsShown({ ...fromServer, wanted: kept }) })
}
