export { attempt } from './attempt.ts'
export { changedFields } from './changed-fields.ts'
export {
  adoptKept,
  forgetKept,
  type Kept,
  keep,
  pageReader,
  pageSettings,
  readKept,
  whenLoggedOutElsewhere,
} from './kept.ts'
export { settleTransitions } from './settle-transitions.ts'
export { afterYours } from './take-yours.ts'
export { followPointers, whenReleased } from './when-released.ts'
