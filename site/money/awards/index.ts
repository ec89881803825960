export { decideProposal, type ProposalOutcome } from './decide.ts'
export { endUnpayable } from './end-unpayable.ts'
export { awardEntry, topUpEntry } from './entries.ts'
export { type AwardTables, letIn, propose, type Refused } from './propose.ts'
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
