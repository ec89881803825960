export { canLose, type FactorKind } from './last-factor.ts'
export { attachEmail, attachPhoneNumber, proveEmail, provePhoneNumber } from './proofs.ts'
export { requireRecentFactor, type StepUp, stepUpOf } from './step-up.ts'
