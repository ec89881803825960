import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { formatAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import { type KeptReport, readReports, reportPath } from '../../readers/reports/index.ts'
import {
  type GroundLost,
  type GroundTables,
  groundInWords,
  type Payee,
  type Payout,
  readGroundLost,
} from '../payouts/index.ts'
import type { MoneyDeskTables } from './database.ts'
import type { DuePayout } from './model.ts'
import { readReporterFacts } from './read-reporters.ts'

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
  report: KeptReport | undefined
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
  day: dayInWords(payout.awarded_at),
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
  if (lostGround !== null && state !== 'sending') return groundInWords[lostGround]
  if (state === 'sending') return 'Being sent by Stripe'
  if (state === 'stopped') return 'Returned: fix the cause, then pay again'
  if (payee === undefined || payee.way === null) return 'No payout method yet'
  if (payee.way === 'hand') return 'Pay manually'
  return payee.ready === 1 ? 'Queued at Stripe' : 'Stripe onboarding incomplete'
}
