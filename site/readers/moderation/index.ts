export type { ModerationPageModel } from './counts.ts'
export { type DecisionTables, makeDecision, readApprovers } from './make-decision.ts'
export {
  type AnyModerated,
  type Moderated,
  type ModeratedKinds,
  type Moderates,
  moderatedKindsOf,
  type Settled,
  type Submission,
  type Told,
  type WithModeration,
} from './moderated.ts'
export { readModeratorNames, requireModerator } from './moderators.ts'
export { readBlockedAmong, requireMayWrite } from './people.ts'
export { moderationPage } from './routes.ts'
export {
  type ModeratedKind,
  type ModerationStatus,
  moderatedKinds,
  ofPool,
  type RejectionReason,
  rejectionReasons,
} from './rules.ts'
export {
  type EntryStatus,
  type ModerationTables,
  type Revised,
  readEntryStatuses,
  revise,
  type Signal,
  submit,
  withdraw,
} from './store.ts'
export { counted, readWriterFacts, textSignals, type WriterFacts, writerSignals } from './text-signals.ts'
