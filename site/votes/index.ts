export type { VoteCounts, VoteStatus, VoteType } from './rules.ts'
export { castVote, readVotes, type VoteTables, voteMigration } from './store.ts'
