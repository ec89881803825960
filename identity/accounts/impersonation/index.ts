export { impersonationCalls } from './calls.ts'
export { impersonationMinutes, issueImpersonation } from './issue.ts'
