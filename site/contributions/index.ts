export type { ContributionJobs } from './plan-mail.ts'
export { planMail } from './plan-mail.ts'
export type { Contribution, ContributionTables } from './store.ts'
export { notePaid, type ToldSession, takeSession } from './take-events.ts'
