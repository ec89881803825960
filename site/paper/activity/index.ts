export type {
  Activity,
  ActivityKind,
  ActivityOutcome,
  NewActivity,
} from './activity.ts'
export { addInterest, type Interest, setBounty, watchedAmong } from './interest.ts'
export { activityColumns, activityReader, type ListedActivity, listedActivity } from './read-activity.ts'
export { type RecentPlace, recentReader } from './read-recent.ts'
export { type WantedKind, type WantedPaper, type WantedPlace, wantedKinds, wantedReader } from './read-wanted.ts'
export { isListed, recordActivity, refineActivity, retractActivity, unnameActivity } from './record-activity.ts'
export { isSelection, type SelectionWord, selections } from './selections.ts'
export { type ActivityTables, activityMigrations } from './tables.ts'
