export { requireRecentFactor, type StepUp, stepUpOf } from './require-recent-factor.ts'
export { isSecondFactor } from './second-factor.ts'
