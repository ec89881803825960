export { type BountyJobs, type BountyReader, type BountyTopic, planBountyMails, planLook, readReaders } from './plan.ts'
export {
  availableOf,
  type BountyDatabase,
  type BountyStatus,
  type MoneyTables,
  readAvailable,
  readBountyStatus,
  readSources,
} from './read-standing.ts'
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
export { type BountyState, type BountyTables, holdFund, type ReturnReason, type ReturnState } from './tables.ts'
