import { formatAmount } from '../../kit/amounts/index.ts'
import { doiOfFund, type Fund } from '../ledger/index.ts'
import type { Contribution } from './store.ts'

/**
 * How a contribution ended, in a sentence for a person who comes back from the checkout: plainly where the money is. `here` is the
 * fund whose page they come back to.
 */
export const whatCame = (contribution: Contribution, here: Fund): string => {
  const { fund, state, paid_amount, paid_currency, refunded, disputed } = contribution
  const asked = formatAmount(contribution)
  const doi = doiOfFund(fund)
  const place = doi === null ? 'the pool' : fund === here ? 'the bounty' : `the bounty of ${doi}`
  if (state === 'paid' && paid_currency !== null) {
    const paid = formatAmount({ amount: paid_amount, currency: paid_currency })
    if (refunded >= paid_amount) return `This contribution of ${paid} was paid back in full.`
    if (disputed > 0)
      return `Your bank has taken this contribution of ${paid} back for now: you, or somebody, disputed it.`
    const back =
      refunded > 0 ? ` ${formatAmount({ amount: refunded, currency: paid_currency })} of it was paid back.` : ''
    if (fund !== here) return `This is about another contribution: ${paid} that went to ${place}, not here.${back}`
    return `Thank you for your contribution of ${paid}. It has arrived in ${place}, and a receipt is on its way to you by mail.${back}`
  }
  switch (state) {
    case 'processing':
      return `Your bank is at work on ${asked} for ${place}. We write to you when it has arrived, or has not: nothing more to do.`
    case 'failed':
      return `The payment of ${asked} for ${place} did not go through: no money has moved.`
    case 'expired':
      return `The checkout for ${asked} was left without paying: no money has moved.`
    default:
      return `We wait for word of ${asked} for ${place}. If you paid, it is added as soon as the word arrives; if you did not, no money has moved.`
  }
}

export const whatCameOfCancelling = 'You left the checkout: no money has moved.'
