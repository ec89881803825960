import { type Amount, formatAmounts } from '../../kit/amounts/index.ts'
import type { Payment } from './use-payment.ts'

type Props = { payment: Payment; currency: string }

/** What is in a fund; `currency` is the site's own. It is set large, glows after a payment, and says so to who cannot see that. */
export const FundNumber = ({ payment: { total, isHighlighted, paid }, currency }: Props) => (
  <>
    <p className="fund-total">
      <span id="bounty-amount" className={isHighlighted ? 'glow' : undefined}>
        {formatAmounts(total.length === 0 ? [{ amount: 0, currency }] : ownFirst(total, currency))}
      </span>
    </p>
    <p className="visually-hidden" role="status">
      {paid === null ? '' : `${formatAmounts([paid])} added`}
    </p>
  </>
)

const ownFirst = (total: readonly Amount[], currency: string): Amount[] =>
  total.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency))

/** From how many people it is; who has just paid is one of them, also before the books say so. Null where nobody gave to it. */
export const fromWhom = (people: number, { paid }: Payment): string | null => {
  const all = Math.max(people, paid === null ? 0 : 1)
  return all === 0 ? null : `from ${all === 1 ? 'one person' : `${all.toLocaleString('en-US')} people`}`
}
