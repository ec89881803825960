import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { formatAmount } from '../../kit/amounts/format.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { readApprovers, readBlockedAmong, readModeratorNames } from '../../readers/moderation/index.ts'
import { readReports, reportPath, type StoredReport } from '../../readers/reports/index.ts'
import {
  formatGround,
  type GroundLost,
  type GroundTables,
  type Payee,
  type Payout,
  readGroundLost,
} from '../payouts/index.ts'
import type { DuePayout, MoneyDeskTables } from './database.ts'

/** Facts about a report and its author for moderators, before an award. */
export type ReporterFacts = {
  /** Account key of the report's approver; null if unknown. */
  approver: string | null
  /** The same as text, with the age of the author's account and whether they are blocked from posting. */
  words: string
}

/** Reads it for some reports, by their ids. */
export const readReporterFacts = async (
  db: Kysely<MoneyDeskTables>,
  reports: readonly Pick<StoredReport, 'id' | 'author'>[],
): Promise<Map<string, ReporterFacts>> => {
  const authors = reports.flatMap(({ author }) => author ?? [])
  const [approvers, blocked, since] = await Promise.all([
    readApprovers(
      db,
      'audit',
      reports.map(({ id }) => id),
    ),
    readBlockedAmong(db, authors),
    readAccountsSince(db, authors),
  ])
  const names = await readModeratorNames(
    db.$pickTables<'accounts'>(),
    [...approvers.values()].flatMap(({ moderator }) => moderator ?? []),
  )
  return new Map(
    reports.map(({ id, author }) => {
      const approval = approvers.get(id)
      const approver = approval?.moderator ?? null
      const by = approver === null ? 'a deleted account' : (names.get(approver) ?? 'a moderator')
      const started = since.get(author ?? '')
      const words = [
        ...(approval === undefined ? [] : [`Approved by ${by} on ${formatDay(approval.at)}`]),
        ...(started === undefined ? [] : [`account since ${formatDay(started)}`]),
        ...(blocked.has(author ?? '') ? ['stopped from writing here'] : []),
      ].join(' · ')
      return [id, { approver, words }]
    }),
  )
}

const readAccountsSince = async (
  db: Kysely<MoneyDeskTables>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const ids = [...new Set(keys)].map(key => key.slice(accountKey('').length))
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'created_at'])
    .where('user_id', 'in', listed(db, JSON.stringify(ids)))
    .execute()
  return new Map(rows.map(({ user_id, created_at }) => [accountKey(user_id), created_at]))
}

type Db = Kysely<MoneyDeskTables>

/** So many payouts on the desk. */
const most = 50

/** Returns unpaid awards, oldest first. */
export const readDue = (db: Db): Promise<Payout[]> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('state', 'in', ['due', 'sending', 'stopped'])
    .orderBy('awarded_at')
    .orderBy('id')
    .limit(most)
    .execute()

/** Payouts as one moderator sees them. */
export const showDue = async (
  db: Db,
  payouts: readonly Payout[],
  moderator: string,
  paperOf: (doi: string) => DuePayout['paper'],
): Promise<DuePayout[]> => {
  const reporters = payouts.flatMap(({ reporter }) => reporter ?? [])
  const [reports, payees, lost] = await Promise.all([
    readReports(
      db,
      payouts.map(({ report }) => report),
    ),
    db
      .selectFrom('payees')
      .selectAll()
      .where('account', 'in', listed(db, JSON.stringify(reporters)))
      .execute(),
    readGroundLost(db.$pickTables<keyof GroundTables>(), payouts),
  ])
  const facts = await readReporterFacts(db, reports)
  return payouts.map(payout => {
    const report = reports.find(({ id }) => id === payout.report)
    const payee = payees.find(({ account }) => account === payout.reporter)
    const lostGround = lost.get(payout.id) ?? null
    const isOwn = payout.reporter === moderator
    return duePayout(payout, {
      paper: paperOf(payout.doi),
      report,
      payee,
      lostGround,
      isOwn,
      facts: facts.get(payout.report)?.words ?? '',
    })
  })
}

type With = Pick<DuePayout, 'paper' | 'isOwn' | 'facts'> & {
  report: StoredReport | undefined
  payee: Payee | undefined
  lostGround: GroundLost | null
}

const duePayout = (payout: Payout, { paper, report, payee, lostGround, isOwn, facts }: With): DuePayout => ({
  id: payout.id,
  paper,
  report: report === undefined ? paths.paper(payout.doi as Doi) : reportPath(report.doi, report.sha256),
  name: report?.name ?? 'a deleted account',
  facts,
  amount: formatAmount({ amount: payout.amount - payout.sent, currency: payout.currency }),
  day: formatDay(payout.awarded_at),
  state: payout.state as DuePayout['state'],
  standing: dueWords(payout, payee, lostGround),
  details: payee?.way === 'hand' ? payee.details : null,
  problem: payout.problem,
  isQuestioned: payout.questioned !== null,
  hasLostGround: lostGround !== null,
  isOwn,
})

export const dueWords = (
  { state, questioned }: Pick<Payout, 'state' | 'questioned'>,
  payee: Pick<Payee, 'way' | 'ready'> | undefined,
  lostGround: GroundLost | null,
): string => {
  if (questioned !== null) return 'Withdrawal proposed: decide above'
  if (lostGround !== null && state !== 'sending') return formatGround[lostGround]
  if (state === 'sending') return 'Being sent by Stripe'
  if (state === 'stopped') return 'Returned: fix the cause, then pay again'
  if (payee === undefined || payee.way === null) return 'No payout method yet'
  if (payee.way === 'hand') return 'Pay manually'
  return payee.ready === 1 ? 'Queued at Stripe' : 'Stripe onboarding incomplete'
}
