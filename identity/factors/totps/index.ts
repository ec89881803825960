export { totpCalls } from './calls.ts'
