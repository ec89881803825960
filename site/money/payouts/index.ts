export {
  backEntries,
  backEntry,
  formatGround,
  type GroundLost,
  type GroundTables,
  handEntry,
  readGroundLost,
  transferEntry,
  withdrawnEntry,
} from './ground.ts'
export { type PayoutJobs, planPayoutMail, planSend } from './payees.ts'
export { createSend, readTransfer } from './send-job.ts'
export { markDone, type PayoutOutcome, payAgain, type SettleTables, withdrawPayout } from './settle.ts'
export { holdPayout, type Payee, type Payout, type PayoutState, type PayoutTables, setPayout } from './tables.ts'
export { takePayoutEvent } from './take-event.ts'
