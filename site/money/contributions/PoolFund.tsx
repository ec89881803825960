import { Contributors, FundNumber, fromWhom, usePayment } from './FundNumber.tsx'
import { type PoolPageModel, thanksText } from './model.ts'

type Props = Pick<
  PoolPageModel,
  'total' | 'totalText' | 'currency' | 'people' | 'shown' | 'books' | 'sessionDetails' | 'thanks'
>

/** Pool balance, and the thanks after a payment (SPEC §2, "Pool page"). */
export const PoolFund = ({ total, totalText, currency, people, shown, books, sessionDetails, thanks }: Props) => {
  const payment = usePayment(null, total, sessionDetails)
  const thanked = payment.paid === null ? (thanks?.text ?? null) : thanksText(payment.paid)
  return (
    <>
      {thanked !== null && <p className="thank-you">{thanked}</p>}
      <FundNumber payment={payment} text={totalText} currency={currency} />
      <p className="fund-about">
        {people === 0 && payment.total.length === 0
          ? 'The pool is empty so far. '
          : `${['in the pool', fromWhom(people, payment)].filter(part => part !== null).join(', ')}. `}
        <a href={books}>Ledger</a>
      </p>
      <Contributors shown={shown} />
    </>
  )
}
