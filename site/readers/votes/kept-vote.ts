import type { VoteType } from './rules.ts'
import { countsShown, type PaperVotes, startVote, type VoteState, voteLabel } from './state.ts'

/** What session storage holds for one paper (SPEC §3, "Vote state"). */
export type KeptVote = {
  upvoteSelected: boolean
  downvoteSelected: boolean
  labelText: string
  labelHasThanks: boolean
}

/** Under what name a tab keeps the vote on a paper. */
export const keptVoteName = (doi: string): string => `vote:${doi}`

export const toKeptVote = (vote: VoteType | null): KeptVote => ({
  upvoteSelected: vote === 'upvote',
  downvoteSelected: vote === 'downvote',
  labelText: voteLabel(vote),
  labelHasThanks: vote !== null,
})

/** What was kept → the vote it tells of; undefined when nothing was or it makes no sense. */
export const readKeptVote = (stored: Readonly<Record<string, unknown>> | null): VoteType | null | undefined => {
  const { upvoteSelected, downvoteSelected } = stored ?? {}
  if (typeof upvoteSelected !== 'boolean' || typeof downvoteSelected !== 'boolean') return undefined
  if (upvoteSelected && downvoteSelected) return undefined
  return upvoteSelected ? 'upvote' : downvoteSelected ? 'downvote' : null
}

/**
 * Where the vote box begins. The server knows best, except when the browser shows an old document again (back, forward):
 * then what this tab kept is the newer of the two.
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
