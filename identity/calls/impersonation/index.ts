export { impersonationCalls } from './calls.ts'
