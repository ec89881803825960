export { requireNothingOwed } from './require-nothing-owed.ts'
export { requireRecentFactor, type StepUp, stepUpOf } from './require-recent-factor.ts'
export { requireUserWithRecentFactor } from './require-user-with-recent-factor.ts'
