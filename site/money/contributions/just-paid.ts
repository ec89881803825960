import { type Amount, stepOf, unitsIn } from '../../kit/amounts/index.ts'
import type { SessionDetails } from './model.ts'

/**
 * What a page shows as just paid into its fund, and what is in that with it; null for a payment that is not made, is for another fund, or
 * of which nothing is left there: it was awarded, or went back, since.
 * @param doi the paper's; null for the pool
 */
export const justPaid = (
  details: SessionDetails | null,
  doi: string | null,
): { paid: Amount; total: readonly Amount[] } | null => {
  if (details?.status !== 'success' || details.doi !== doi || details.total === null) return null
  const paid = moneyOf(details)
  const isThere = details.total.some(({ amount, currency }) => currency === paid.currency && amount >= paid.amount)
  return isThere ? { paid, total: details.total } : null
}

const moneyOf = ({ amount, currency }: SessionDetails): Amount => {
  const step = stepOf(currency)
  return { amount: Math.round((amount * unitsIn(currency)) / step) * step, currency }
}
