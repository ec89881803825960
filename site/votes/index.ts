export { createVoteCall } from './calls.ts'
export { hasVotes, moveVotes } from './move-votes.ts'
export { decideVote, type VoteCounts, type VoteStatus, type VoteType } from './rules.ts'
export { type VoteTables, voteMigration, votesReader } from './store.ts'
