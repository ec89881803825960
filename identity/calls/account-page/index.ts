export { accountPageCalls, exportAccount } from './calls.ts'
export { accountNotices } from './notices.ts'
