export { requireRecentFactor, type StepUp, stepUpOf } from './require-recent-factor.ts'
export { hasSecondFactor, isSecondFactor, type Proved } from './second-factor.ts'
