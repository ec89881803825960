export { requireRecentFactor, type StepUp, stepUpOf } from './require-recent-factor.ts'
export { isSecondFactor, type Proved } from './second-factor.ts'
