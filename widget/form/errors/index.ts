export { errorTypeOf } from './error-type-of.ts'
export { messageOf } from './message-of.ts'
