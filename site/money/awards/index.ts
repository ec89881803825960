export { awardEntry, decideProposal, type ProposalOutcome, topUpEntry } from './decide.ts'
export { type AwardTables, endUnpayable, letIn, propose, type Refused } from './propose.ts'
export { readTies } from './read-ties.ts'
export { type ProposalAction, partIn } from './rules.ts'
export {
  hasWaiting,
  type Proposal,
  type ProposalTables,
  partsOf,
  proposalMigration,
  unnamedPartsMigration,
  unnameProposals,
  waitingProposals,
} from './tables.ts'
export { proposeWithdrawal } from './withdraw.ts'
