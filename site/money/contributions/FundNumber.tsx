import { formatAmounts, groupedNumber } from '../../kit/amounts/index.ts'
import { fundText } from './fund-text.ts'
import type { Payment } from './use-payment.ts'

type Props = {
  payment: Payment
  /** Server-rendered balance as text. Reformatted only after a payment, because that is slow on slow phones. */
  text: string
  /** The site's own. */
  currency: string
}

/** Fund balance in large type. Highlights after a payment and announces it to screen readers. */
export const FundNumber = ({ payment: { total, isHighlighted, paid }, text, currency }: Props) => (
  <>
    <p className={total.length === 0 ? 'fund-total is-empty' : 'fund-total'}>
      <span id="bounty-amount" className={isHighlighted ? 'glow' : undefined}>
        {paid === null ? text : fundText(total, currency)}
      </span>
    </p>
    <p className="visually-hidden" role="status">
      {paid === null ? '' : `${formatAmounts([paid])} added`}
    </p>
  </>
)

/** Text with the number of contributors, including a payer whose payment is not booked yet. Null if there are none. */
export const fromWhom = (people: number, { paid }: Payment): string | null => {
  const all = Math.max(people, paid === null ? 0 : 1)
  return all === 0 ? null : `from ${all === 1 ? 'one person' : `${groupedNumber(all)} people`}`
}
