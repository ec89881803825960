import { type Kysely, sql } from 'kysely'
import { formatAmount } from '../../kit/amounts/format.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { doiOfFund } from '../ledger/accounts.ts'
import type { LoggedAct } from '../money-log/store.ts'
import type { ListedMoney, MoneyDeskModel, MoneyDeskTables } from './database.ts'

type Db = Kysely<MoneyDeskTables>

/** So many of each on the desk. */
const most = 50

/** Money that went back, or is on its way back, the latest first. */
export const readReturns = async (db: Db): Promise<ListedMoney[]> => {
  const rows = await db
    .selectFrom('returns')
    .selectAll()
    .orderBy('planned_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(row => ({
    words: formatAmount(row),
    ...fundOf(row.fund),
    day: formatDay(row.planned_at),
    note: returnNotes[row.state](row.problem),
  }))
}

const returnNotes = {
  planned: () => 'Refund pending',
  refunded: () => 'Refunded',
  'to-pool': (problem: string | null) => (problem === null ? 'Moved to the pool' : `To the pool: ${problem}`),
} as const

/** Contributions that a bank has taken back, the latest first. `currency`: the site's own. */
export const readDisputes = async (db: Db, currency: string): Promise<ListedMoney[]> => {
  const rows = await db
    .selectFrom('contributions')
    .select(['fund', 'disputed', 'paid_currency', 'paid_at'])
    .where('state', '=', sql.lit('paid' as const))
    .where('disputed', '>', 0)
    .orderBy('paid_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ fund, disputed: amount, paid_currency, paid_at }) => ({
    words: formatAmount({ amount, currency: paid_currency ?? currency }),
    ...fundOf(fund),
    day: formatDay(paid_at ?? 0),
    note: 'Respond in the Stripe dashboard.',
  }))
}

const fundOf = (fund: string): Pick<ListedMoney, 'fund' | 'href'> => {
  const doi = doiOfFund(fund)
  return doi === null
    ? { fund: 'the pool', href: paths.books({ pool: true }) }
    : { fund: doi, href: paths.books({ doi }) }
}

/** Formats an entry of the money log. */
export const formatLogged = (
  { at, actor, account, act, doi, why, words }: LoggedAct,
  nameOf: (account: string | null) => string,
): MoneyDeskModel['log'][number] => ({
  words,
  act: actWords[act],
  by: actor === 'site' ? 'the site' : actor.startsWith('operator:') ? actor.slice('operator:'.length) : nameOf(account),
  why,
  day: formatDay(at),
  href: doi === null ? null : paths.paper(doi as Doi),
})

const actWords: Readonly<Record<LoggedAct['act'], string>> = {
  propose: 'Proposed',
  confirm: 'Confirmed',
  reject: 'Rejected',
  'take-back': 'Withdrawn',
  decline: 'Declined',
  forget: 'Released',
  'payout-done': 'Paid',
  'payout-again': 'Retried',
  refund: 'Refund',
  expire: 'Expired',
  'to-pool': 'To the pool',
  reconcile: 'Reconciled',
}
