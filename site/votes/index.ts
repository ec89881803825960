export { decideVote, type VoteCounts, type VoteStatus, type VoteType } from './rules.ts'
export { type VoteTables, voteMigration, votesReader } from './store.ts'
