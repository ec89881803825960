import { formatAmount } from '../../kit/amounts/index.ts'
import { doiOfFund, type Fund } from '../ledger/index.ts'
import type { Contribution } from './store.ts'

/** Returns a message with a contribution's outcome and the location of its money, after the checkout. `here` is the fund of the page. */
export const whatCame = (contribution: Contribution, here: Fund): string => {
  const { fund, state, paid_amount, paid_currency, refunded, disputed } = contribution
  const asked = formatAmount(contribution)
  const doi = doiOfFund(fund)
  const place = doi === null ? 'the pool' : fund === here ? 'the bounty' : `the bounty of ${doi}`
  if (state === 'paid' && paid_currency !== null) {
    const paid = formatAmount({ amount: paid_amount, currency: paid_currency })
    if (refunded >= paid_amount) return `This contribution of ${paid} was refunded in full.`
    if (disputed > 0) return `This contribution of ${paid} is disputed, and your bank has withdrawn it for now.`
    const back =
      refunded > 0 ? ` ${formatAmount({ amount: refunded, currency: paid_currency })} of it was refunded.` : ''
    if (fund !== here) return `This is another contribution: ${paid} went to ${place}.${back}`
    return `Thank you for your contribution of ${paid}. It was added to ${place}. A receipt is on its way by email.${back}`
  }
  switch (state) {
    case 'processing':
      return `Your bank is processing ${asked} for ${place}. We’ll email you when it arrives or fails. You don’t need to do anything.`
    case 'failed':
      return `The payment of ${asked} for ${place} failed. No money has moved.`
    case 'expired':
      return `The checkout for ${asked} was abandoned. No money has moved.`
    default:
      return `We’re waiting for confirmation of ${asked} for ${place}. If you paid, it is added once confirmed; if not, no money has moved.`
  }
}

export const whatCameOfCancelling = 'Checkout canceled. No money has moved.'
