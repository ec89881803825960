export { errorTypeOf } from './error-type-of.ts'
export { problemPage } from './problem-page.ts'
export { Refusal, refuse } from './refusal.ts'
