export { type BountyJobs, type BountyReader, type BountyTopic, planBountyMails, planLook } from './plan.ts'
export { availableOf, type MoneyTables, readAvailable, readSources } from './read-money.ts'
export { type BountyDatabase, type BountyStanding, readStanding } from './read-standing.ts'
export { readReaders } from './readers.ts'
export {
  expiryOf,
  isNearEnd,
  isOver,
  type Source,
  type SourceKind,
  staysAfterWarning,
  takeFrom,
  waitsFor,
  warnBefore,
} from './sources.ts'
export type { BountyState } from './state.ts'
export { type BountyTables, holdFund, type ReturnReason, type ReturnState } from './tables.ts'
