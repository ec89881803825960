export { accountPageCalls } from './calls.ts'
export { accountNotices } from './notices.ts'
