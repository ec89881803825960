export type { VoteCounts, VoteStatus, VoteType } from './rules.ts'
