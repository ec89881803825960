import { SandboxProblem } from '../problem.ts'
import type { StripeObject } from '../store.ts'
import type { Objects } from './objects.ts'
import { findCharge } from './refunds.ts'

/** Stripe's dispute fee, in minor units. */
const disputeFee = 1_500

/** Disputes: the payer's bank takes the money, and gives it back if we win (https://docs.stripe.com/api/disputes). */
export const createDisputes = (objects: Objects) => {
  const { add, change, find, tell, move } = objects

  const dispute = (payment: string): void => {
    const charge = findCharge(objects, payment)
    if (charge.disputed) throw new SandboxProblem(400, 'This payment is disputed already.')
    const amount = Number(charge.amount) - Number(charge.amount_refunded)
    if (amount < 1) throw new SandboxProblem(400, 'Nothing is left to dispute.')
    const begun = add('dp', 'dispute', {
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: payment,
      status: 'needs_response',
      reason: 'general',
      metadata: {},
      evidence_details: {},
    })
    change(charge, { disputed: true })
    tell('charge.dispute.created', change(begun, { balance_transactions: [] }))
    const taken = move('adjustment', -amount, disputeFee, begun.id, charge.currency)
    tell('charge.dispute.funds_withdrawn', change(begun, { balance_transactions: [taken] }))
  }

  const closeDispute = (id: string, isWon: boolean): void => {
    const found = find('dispute', id)
    if (found.status === 'won' || found.status === 'lost') throw new SandboxProblem(400, 'This dispute is closed.')
    const before = found.balance_transactions as StripeObject[]
    const closed = change(found, { status: isWon ? 'won' : 'lost' })
    tell('charge.dispute.closed', closed)
    if (!isWon) return
    const back = move('adjustment', Number(found.amount), -disputeFee, found.id, found.currency)
    tell('charge.dispute.funds_reinstated', change(closed, { balance_transactions: [...before, back] }))
  }

  return { dispute, closeDispute }
}
