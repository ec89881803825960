export { otpCalls } from './calls.ts'
