import { type Amount, stepOf, unitsIn } from '../../kit/amounts/index.ts'
import type { SessionDetails } from './model.ts'

/**
 * Returns the payment just made into a page's fund, with the resulting balance. Null if it is unpaid, is for another fund, or has since
 * been fully awarded or refunded.
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
