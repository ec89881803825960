export {
  type Activity,
  type ActivityKind,
  type ActivityOutcome,
  activityKinds,
  type NewActivity,
  wordOf,
} from './activity.ts'
export {
  listCounter,
  mostCounted,
  type WantedKind,
  type WantedPaper,
  type WantedPlace,
  wantedKinds,
  wantedReader,
} from './count-listed.ts'
export { addInterest, type Interest, interestReader, setBounty, watchedAmong } from './interest.ts'
export { type PlacedActivity, placeActivities, readPlaced, settledAt } from './places.ts'
export {
  activityColumns,
  activityReader,
  type ListedActivity,
  listedActivity,
  moneyOf,
  type RecentPlace,
  recentReader,
} from './read-recent.ts'
export {
  isListed,
  isSelection,
  recordActivity,
  refineActivity,
  retractActivity,
  type SelectionWord,
  selections,
  unnameActivity,
} from './record-activity.ts'
export { type ActivityTables, activityMigrations } from './tables.ts'
