export { impersonationCalls } from './calls.ts'
export { impersonationNotices } from './notices.ts'
