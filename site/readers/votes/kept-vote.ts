import type { VoteType } from './rules.ts'
import { countsShown, type PaperVotes, startVote, type VoteState, voteLabel } from './state.ts'

/** What session storage holds for one paper (SPEC §3, "Vote state"). */
export type KeptVote = {
  upvoteSelected: boolean
  downvoteSelected: boolean
  labelText: string
  labelHasThanks: boolean
}

/** Key in session storage. */
export const keptVoteKey = (doi: string): string => `vote:${doi}`

export const toKeptVote = (vote: VoteType | null): KeptVote => ({
  upvoteSelected: vote === 'upvote',
  downvoteSelected: vote === 'downvote',
  labelText: voteLabel(vote),
  labelHasThanks: vote !== null,
})

const parsed = (stored: string | null): Partial<KeptVote> => {
  try {
    return JSON.parse(stored ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** A stored text → the vote it tells of; undefined when nothing is stored or it makes no sense. */
export const readKeptVote = (stored: string | null): VoteType | null | undefined => {
  const { upvoteSelected, downvoteSelected } = parsed(stored)
  if (typeof upvoteSelected !== 'boolean' || typeof downvoteSelected !== 'boolean') return undefined
  if (upvoteSelected && downvoteSelected) return undefined
  return upvoteSelected ? 'upvote' : downvoteSelected ? 'downvote' : null
}

/**
 * Where the vote box begins. The server knows best, except when the browser shows an old document again (back, forward):
 * then what this tab kept is the newer of the two.
 */
export const beginVote = (votes: PaperVotes, stored: string | null, documentIsOld: boolean): VoteState => {
  const fromServer = startVote(votes)
  const kept = readKeptVote(stored)
  if (!documentIsOld || kept === undefined) return fromServer
  return startVote({ mine: kept, counts: countsShown({ ...fromServer, wanted: kept }) })
}
