import { type Fields, SandboxProblem } from '../problem.ts'
import type { StripeObject } from '../store.ts'
import type { Objects } from './objects.ts'

/** The charge of a payment. @throws SandboxProblem when there is no such payment, or it has not been paid */
export const findCharge = ({ find }: Objects, payment: string): StripeObject => {
  const intent = find('payment_intent', payment)
  if (typeof intent.latest_charge !== 'string') throw new SandboxProblem(400, 'This payment has no charge.')
  return find('charge', intent.latest_charge)
}

/** Returns the refund amount: the remainder of the charge unless less is requested. @throws SandboxProblem if more is requested */
export const refundedAmount = (charge: StripeObject, asked: unknown): number => {
  if (charge.unrefundable) throw new SandboxProblem(400, 'This charge is too old to be refunded.')
  const left = Number(charge.amount) - Number(charge.amount_refunded)
  const amount = asked === undefined ? left : Number(asked)
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    throw new SandboxProblem(
      400,
      'Refund amount is greater than what is left of the charge.',
      'charge_already_refunded',
    )
  return amount
}

/** Refunds (https://docs.stripe.com/api/refunds). */
export const createRefunds = (objects: Objects) => {
  const { add, change, find, tell, move } = objects

  const refund = ({ payment_intent, amount: asked, metadata }: Fields): StripeObject => {
    const charge = findCharge(objects, String(payment_intent ?? ''))
    const amount = refundedAmount(charge, asked)
    const begun = add('re', 'refund', {
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status: 'succeeded',
      metadata: metadata ?? {},
      reason: null,
    })
    const kept = change(begun, { balance_transaction: move('refund', -amount, 0, begun.id, charge.currency).id })
    const amount_refunded = Number(charge.amount_refunded) + amount
    tell('refund.created', kept)
    tell('charge.refunded', change(charge, { amount_refunded, refunded: amount_refunded === charge.amount }))
    return kept
  }

  /** The payer's bank could not take the money: it comes back to us. */
  const failRefund = (id: string): void => {
    const found = find('refund', id)
    if (found.status !== 'succeeded') throw new SandboxProblem(400, 'This refund has failed already.')
    const charge = find('charge', String(found.charge))
    const back = move('refund_failure', Number(found.amount), 0, found.id, found.currency)
    change(charge, { amount_refunded: Number(charge.amount_refunded) - Number(found.amount), refunded: false })
    tell('refund.failed', change(found, { status: 'failed', failure_balance_transaction: back.id }))
  }

  /** From now on refunds of this payment are refused. */
  const age = (payment: string): void => void change(findCharge(objects, payment), { unrefundable: true })

  return { refund, failRefund, age }
}
