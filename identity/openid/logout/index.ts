export { logoutCalls } from './calls.ts'
