export { requireRecentFactor, type StepUp, stepUpOf } from './require-recent-factor.ts'
