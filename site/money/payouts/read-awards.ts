import type { Kysely } from 'kysely'
import { formatAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import type { StripeAccess } from '../stripe/index.ts'
import { type GroundTables, readGroundLost } from './ground.ts'
import type { AwardsPageModel, MyAward } from './model.ts'
import { readPayee } from './payees.ts'
import { standingInWords } from './standing.ts'
import type { Payout, PayoutTables } from './tables.ts'

export type AwardsSources = {
  db: Kysely<PayoutTables & GroundTables>
  /** Null where there are no payments. */
  stripe: StripeAccess | null
  summaries: ReadSummaries
}

const mostShown = 100

/** Returns an account's awards, newest first. */
export const awardsOf = (db: Kysely<PayoutTables>, account: string): Promise<Payout[]> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('reporter', '=', account)
    .orderBy('awarded_at', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()

/** Reads `/dashboard/awards` for an account. */
export const readAwards = async (
  { db, stripe, summaries }: AwardsSources,
  account: string,
): Promise<Omit<AwardsPageModel, 'notice' | 'problem'>> => {
  const [awards, payee] = await Promise.all([
    awardsOf(db.$pickTables<keyof PayoutTables>(), account),
    readPayee(db.$pickTables<keyof PayoutTables>(), account),
  ])
  const lost = await readGroundLost(db.$pickTables<keyof GroundTables>(), awards)
  const titles = await summaries([...new Set(awards.map(({ doi }) => doi as Doi))])
  return {
    awards: awards.map(award => {
      const title = titles.get(award.doi as Doi)?.title ?? award.doi
      return shownAward(award, title, standingInWords(award, payee, lost.has(award.id)))
    }),
    way: payee?.way ?? null,
    isReady: payee?.ready === 1,
    bankProblem: payee?.bank_problem ?? null,
    details: payee?.details ?? '',
    hasConnect: stripe?.hasConnect ?? false,
    isSandbox: stripe?.isSandbox ?? false,
  }
}

const shownAward = (award: Payout, title: string, standing: string): MyAward => ({
  id: award.id,
  title,
  paper: paths.paper(award.doi as Doi),
  report: paths.report(award.doi as Doi, award.report),
  amount: formatAmount(award),
  day: dayInWords(award.awarded_at),
  standing,
  isDue: award.state === 'due' || award.state === 'stopped',
})
