import { useEffect, useState } from 'react'
import { type Amount, formatAmounts, stepOf, unitsIn } from '../../kit/amounts/format.ts'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { countUp, readDetails } from './browser/read-details.ts'
import { fundText } from './fund-text.ts'
import type { SessionDetails, ShownContribution } from './model.ts'

/** Contributors who chose to be listed, newest first. */
export const Contributors = ({ shown }: { shown: readonly ShownContribution[] }) =>
  shown.length === 0 ? null : (
    <ul className="contributors">
      {shown.map(({ name, message, text, day }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
        <li key={index}>
          <span dir="auto">
            <b>{name ?? 'Somebody'}</b> {` gave ${text} on ${day}`}
          </span>
          {message !== null && <q dir="auto">{message}</q>}
        </li>
      ))}
    </ul>
  )

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

/** Duration of the highlight (SPEC §9), in ms. */
const highlightMs = 2_000

type Payment = {
  /** Displayed balance of the fund. */
  total: readonly Amount[]
  isHighlighted: boolean
  /** Payment just made into this fund. */
  paid: Amount | null
}

/**
 * Adds the payment from the page's URL to the fund's balance and highlights it for two seconds (SPEC §9). A payment booked before the page
 * was rendered is already included; one for another fund adds nothing.
 * @param doi the paper's; null for the pool
 * @param sessionDetails URL of the payment status
 */
export const usePayment = (doi: string | null, total: readonly Amount[], sessionDetails: string): Payment => {
  const [shown, show] = useState<Payment>({ total, isHighlighted: false, paid: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page was sent with.
  useEffect(() => {
    let end = () => {}
    void readDetails(sessionDetails).then(details => {
      const told = justPaid(details, doi)
      if (told === null) return
      const { paid, total: sum } = told
      const stop = countUp(without(sum, paid), sum, total => show({ total, isHighlighted: true, paid }))
      const timer = setTimeout(() => show({ total: sum, isHighlighted: false, paid }), highlightMs)
      end = () => {
        stop()
        clearTimeout(timer)
      }
    })
    return () => end()
  }, [])
  return shown
}

const without = (total: readonly Amount[], paid: Amount): Amount[] =>
  total.map(of => (of.currency === paid.currency ? { ...of, amount: of.amount - paid.amount } : of))

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
