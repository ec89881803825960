import { formatAmounts } from '../amounts/index.ts'
import type { Payment } from './use-payment.ts'

/** What is in a fund. It is set large, glows after a payment, and says so to who cannot see that. */
export const FundNumber = ({ payment: { total, isHighlighted, paid } }: { payment: Payment }) => (
  <>
    <p className="fund-total">
      <span id="bounty-amount" className={isHighlighted ? 'glow' : undefined}>
        {total.length === 0 ? '$0' : formatAmounts(total)}
      </span>
    </p>
    <p className="visually-hidden" role="status">
      {paid === null ? '' : `${formatAmounts([paid])} added`}
    </p>
  </>
)

export const countInWords = (count: number): string =>
  `${count.toLocaleString('en-US')} contribution${count === 1 ? '' : 's'}`
