export {
  type Activity,
  type ActivityKind,
  type ActivityOutcome,
  activityKinds,
  type NewActivity,
  wordOf,
} from './activity.ts'
export { listCounter, mostCounted } from './count-listed.ts'
export { addInterest, type Interest, interestReader, setBounty, watchedAmong } from './interest.ts'
export { type PlacedActivity, placeActivities, readPlaced } from './places.ts'
export { activityColumns, activityReader, type ListedActivity, listedActivity, moneyOf } from './read-activity.ts'
export { type RecentPlace, recentReader } from './read-recent.ts'
export { type WantedKind, type WantedPaper, type WantedPlace, wantedKinds, wantedReader } from './read-wanted.ts'
export { isListed, recordActivity, refineActivity, retractActivity, unnameActivity } from './record-activity.ts'
export { isSelection, type SelectionWord, selections } from './selections.ts'
export { settledAt } from './settled.ts'
export { type ActivityTables, activityMigrations } from './tables.ts'
