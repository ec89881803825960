import { deleteOlder, runTransaction } from '@corroborate/server-kit/database'
import { deleteDeadLetters, type Handlers, type Outbox, type OutboxTables } from '@corroborate/server-kit/outbox'
import { days } from '@corroborate/server-kit/retention'
import type { Kysely } from 'kysely'
import { type HeldFormTables, sweepHeldForms } from '../../accounts/held-forms/store.ts'
import { type ImpersonationTables, sweepImpersonatedRequests } from '../../accounts/impersonation/store.ts'
import { type ProofTables, sweepProofs } from '../../accounts/proofs/store.ts'
import { type SignInTables, sweepEndedSessions } from '../../accounts/sign-in/index.ts'
import { type SearchTables, sweepAnswers } from '../../finding/search/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { type ActedOn, type FactsTables, sweepMissingFacts, sweepUnusedFacts } from '../../paper/papers/index.ts'
import { type DraftTables, sweepDrafts } from '../../readers/drafts/store.ts'
import { deleteReportSenders, type ProblemTables } from '../../readers/problems/store.ts'
import type { ReportTables } from '../../readers/reports/index.ts'

/** Papers in these tables have activity, so their status data is retained. */
export const actedOn: ActedOn = [
  { table: 'activity', column: 'doi' },
  { table: 'vote_counts', column: 'doi' },
  { table: 'votes', column: 'doi' },
  { table: 'watches', column: 'doi' },
  { table: 'notes', column: 'doi' },
  { table: 'claims', column: 'doi' },
  { table: 'reports', column: 'doi' },
  { table: 'report_drafts', column: 'doi' },
  { table: 'assistant_drafts', column: 'doi' },
  { table: 'problems', column: 'doi' },
  { table: 'moderation_items', column: 'doi' },
  { table: 'funds', column: 'fund' },
  { table: 'proposals', column: 'doi' },
  { table: 'payouts', column: 'doi' },
]

export type UpkeepJobs = {
  /** Deletes expired data, once a day. */
  'upkeep.sweep': null
}

/** The tables that the sweep deletes from. */
export type UpkeepTables = OutboxTables &
  FactsTables &
  DraftTables &
  ReportTables &
  ProblemTables &
  SearchTables &
  ProofTables &
  SignInTables &
  ImpersonationTables &
  HeldFormTables

type Schedule = { db: Kysely<OutboxTables>; outbox: Pick<Outbox<UpkeepJobs>, 'enqueue'> }

/** Writes the next sweep down, unless it is already; each plans the next. */
export const planUpkeep = async ({ db, outbox }: Schedule, delay = 0): Promise<void> => {
  await runTransaction(db, tx =>
    outbox.enqueue(tx, { kind: 'upkeep.sweep', payload: null, key: 'upkeep.sweep', delay }),
  )
}

/** Deletes expired rows according to `siteTables`. Sent notifications are purged with the mails (`news/watches`). */
const sweep = async (db: Kysely<UpkeepTables>, now: number, signal: AbortSignal): Promise<void> => {
  await sweepMissingFacts(db, now, signal)
  await sweepUnusedFacts(db, actedOn, now, signal)
  await sweepDrafts(db, now)
  const before = now - siteTables.report_drafts.ms
  await deleteOlder(db, 'report_drafts', { key: ['author', 'doi'], age: 'updated_at', before }, signal)
  await deleteReportSenders(db, now)
  await sweepAnswers(db, now)
  await sweepProofs(db, now)
  await sweepEndedSessions(db, now)
  await sweepImpersonatedRequests(db, now)
  await sweepHeldForms(db, now)
  await deleteDeadLetters(db, now - siteTables.outbox.ms)
}

export const createUpkeepJobs = (
  { db, outbox }: Omit<Schedule, 'db'> & { db: Kysely<UpkeepTables> },
  now: () => number,
): Required<Handlers<UpkeepJobs>> => ({
  'upkeep.sweep': async (_, { signal }) => {
    try {
      await sweep(db, now(), signal)
    } finally {
      await planUpkeep({ db: db.$pickTables<'outbox'>(), outbox }, days(1))
    }
  },
})
