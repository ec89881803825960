export { createVoteCall } from './calls.ts'
export { decideVote, type VoteCounts, type VoteStatus, type VoteType } from './rules.ts'
export { castVote, readVotes, type VoteTables, voteMigration } from './store.ts'
