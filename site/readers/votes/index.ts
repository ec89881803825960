export { decideVote, type VoteCounts, type VoteStatus, type VoteType } from './rules.ts'
export { castVote, type VoteTables, voteCountsReader, votesReader } from './store.ts'
