export { errorTypeOf, messageOf } from './message-of.ts'
