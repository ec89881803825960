import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import type { MailOf } from './mails-due.ts'

export type ContributionJobs = { 'contributions.mail': MailOf }

/** Schedules a mail about a contribution if the caller's transaction commits. */
export const planMail = (tx: Transaction<OutboxTables>, payload: MailOf, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'contributions.mail' satisfies keyof ContributionJobs, payload }, now)
