export { errorTypeOf } from './error-type-of.ts'
export { Refusal, refuse } from './refusal.ts'
