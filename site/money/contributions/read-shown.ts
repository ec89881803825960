import { prepareStatement } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { formatAmount } from '../../kit/amounts/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import { type Fund, type LedgerTables, readFund } from '../ledger/index.ts'
import { fundText } from './fund-text.ts'
import type { ShownContribution } from './model.ts'
import type { ContributionTables } from './store.ts'

/** So many contributors are named on a page. */
const mostShown = 5

/** Returns a fund's balance, number of contributors, and those who chose to be listed. `currency`: the site's own. */
export const readShownFund = async (db: Kysely<ContributionTables & LedgerTables>, fund: Fund, currency: string) => {
  const contributions = db.$pickTables<keyof ContributionTables>()
  const [total, [counted], rows] = await Promise.all([
    readFund(db.$pickTables<keyof LedgerTables>(), fund),
    countPeople(contributions, fund),
    readPublic(contributions, fund, mostShown),
  ])
  const shown = rows.map(
    ({ name, message, paid_amount: amount, paid_currency: currency, paid_at }): ShownContribution => ({
      name,
      message,
      text: formatAmount({ amount, currency: currency ?? 'usd' }),
      day: dayInWords(paid_at ?? 0),
    }),
  )
  return { total, totalText: fundText(total, currency), currency, people: Number(counted?.people ?? 0), shown }
}

const paidTo = (db: Kysely<ContributionTables>, fund: Fund) =>
  db.selectFrom('contributions').where('fund', '=', fund).where('state', '=', 'paid')

const countPeople = prepareStatement((db: Kysely<ContributionTables>, fund: Fund) =>
  paidTo(db, fund)
    // Contributors with deleted accounts are indistinguishable, so each contribution counts as one person.
    .select(sql<number>`count(distinct coalesce(giver, id))`.as('people'))
    .where(({ eb, ref }) => eb(sql`${ref('refunded')} + ${ref('disputed')}`, '<', ref('paid_amount'))),
)

const readPublic = prepareStatement((db: Kysely<ContributionTables>, fund: Fund, limit: number) =>
  paidTo(db, fund)
    .select(['name', 'message', 'paid_amount', 'paid_currency', 'paid_at'])
    .where('public_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id')
    .limit(limit),
)
