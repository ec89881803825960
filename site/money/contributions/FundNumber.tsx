import { formatAmounts, groupedNumber } from '../../kit/amounts/index.ts'
import { fundText } from './fund-text.ts'
import type { Payment } from './use-payment.ts'

type Props = {
  payment: Payment
  /** What was in it when the page was made, in words: written anew only after a payment, since that takes a slow phone long. */
  text: string
  /** The site's own. */
  currency: string
}

/** What is in a fund. It is set large, glows after a payment, and says so to people who cannot see that. */
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

/** From how many people it is; who has just paid is one of them, also before the books say so. Null where nobody gave to it. */
export const fromWhom = (people: number, { paid }: Payment): string | null => {
  const all = Math.max(people, paid === null ? 0 : 1)
  return all === 0 ? null : `from ${all === 1 ? 'one person' : `${groupedNumber(all)} people`}`
}
