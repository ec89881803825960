export { bootstrapCalls } from './calls.ts'
