export { requireRecentFactor, type StepUp, stepUpOf } from './require-recent-factor.ts'
export { requireUserWithRecentFactor } from './require-user-with-recent-factor.ts'
export { hasSecondFactor, isSecondFactor, type Proved } from './second-factor.ts'
