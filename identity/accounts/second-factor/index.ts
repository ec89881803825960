export { hasSecondFactor, isSecondFactor, type Proved, secondFactorState } from './second-factor.ts'
