export type { ContributionJobs } from './plan-mail.ts'
export { planMail } from './plan-mail.ts'
export { type Contribution, type ContributionTables, findContribution } from './store.ts'
export { notePaid, type ToldSession, takeSession } from './take-events.ts'
