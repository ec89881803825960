export { decideVote, type VoteCounts, type VoteStatus, type VoteType } from './rules.ts'
export { type VoteTables, votesReader } from './store.ts'
