export { decideVote, type VoteCounts, type VoteStatus, type VoteType } from './rules.ts'
export { type VoteTables, voteCountsReader, votesReader } from './store.ts'
