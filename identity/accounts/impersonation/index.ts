export { impersonationMinutes, issueImpersonation } from './issue.ts'
