import { formatAmount } from '../../kit/amounts/index.ts'
import { paths } from '../../kit/doi/index.ts'
import type { Mine } from '../../kit/feature/index.ts'
import { doiOfFund } from '../ledger/index.ts'
import type { Contribution, ContributionTables } from './store.ts'

/** The user's contributions on their dashboard. Omits unpaid ones. */
export const myContributions: Mine<ContributionTables> = {
  title: 'Your contributions',
  reader: db => async (account, limit) => {
    const rows = await db
      .selectFrom('contributions')
      .selectAll()
      .where('giver', '=', account.key)
      .where('state', 'in', ['processing', 'failed', 'paid'])
      .orderBy('begun_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(row => {
      const doi = doiOfFund(row.fund)
      const shared = { standing: standingOf(row), at: row.paid_at ?? row.begun_at }
      const amount = amountOf(row)
      return doi === null
        ? { doi, title: 'The pool', words: `You gave ${amount}`, path: paths.pool, ...shared }
        : { doi, words: `You gave ${amount} to its bounty`, path: paths.paper(doi), ...shared }
    })
  },
}

const amountOf = ({ paid_amount, paid_currency, amount, currency }: Contribution): string =>
  formatAmount(paid_currency === null ? { amount, currency } : { amount: paid_amount, currency: paid_currency })

const standingOf = ({ state, refunded, paid_amount, disputed }: Contribution): string | null => {
  if (state === 'processing') return 'Processing at your bank'
  if (state === 'failed') return 'Payment failed'
  if (refunded >= paid_amount) return 'Paid back'
  if (refunded > 0) return 'Partly refunded'
  return disputed > 0 ? 'Disputed through your bank' : null
}
