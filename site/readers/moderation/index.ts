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
export type { ModerationPageModel } from './moderation-model.ts'
export { moderationPage } from './moderation-page.ts'
export { readModeratorNames } from './moderator-names.ts'
export { readBlockedAmong, requireMayWrite } from './people.ts'
export { requireModerator } from './require-moderator.ts'
export {
  type ModeratedKind,
  type ModerationStatus,
  moderatedKinds,
  ofPool,
  type RejectionReason,
  rejectionReasons,
} from './rules.ts'
export type { Signal } from './signals.ts'
export {
  type EntryStanding,
  type ModerationTables,
  type Revised,
  readStandings,
  revise,
  submit,
  withdraw,
} from './store.ts'
export { counted, readWriterFacts, textSignals, type WriterFacts, writerSignals } from './text-signals.ts'
