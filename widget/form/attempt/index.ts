export { type Attempt, useAttempt } from './use-attempt.ts'
