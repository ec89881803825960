import { type Fields, SandboxProblem } from '../pages.ts'
import type { StripeObject } from '../store.ts'
import { createCheckout } from './checkout.ts'
import { createObjects, type Objects, type WorldStore } from './objects.ts'
import { createTransfers } from './transfers.ts'

/** Stripe Connect accounts of payees (https://docs.stripe.com/connect). `onboardingUrl`: their onboarding page. */
const createAccounts = ({ add, change, find, tell }: Objects, onboardingUrl: (account: string) => string) => {
  const createAccount = ({ email, metadata }: Fields): StripeObject =>
    add('acct', 'account', {
      type: 'express',
      email: email ?? null,
      metadata: metadata ?? {},
      details_submitted: false,
      payouts_enabled: false,
      charges_enabled: false,
      capabilities: { transfers: 'inactive' },
      return_url: null,
    })

  const linkAccount = ({ account, return_url, refresh_url }: Fields): StripeObject => {
    const found = find('account', String(account))
    for (const url of [return_url, refresh_url])
      if (!URL.canParse(String(url))) throw new SandboxProblem(400, 'Not a valid URL', 'url_invalid')
    change(found, { return_url })
    return { id: '', object: 'account_link', created: found.created, url: onboardingUrl(found.id) }
  }

  /** Completes a payee's onboarding. `isEnough`: they can be paid now. */
  const finishOnboarding = (account: string, isEnough: boolean): void => {
    const done = change(find('account', account), {
      details_submitted: true,
      payouts_enabled: isEnough,
      capabilities: { transfers: isEnough ? 'active' : 'inactive' },
    })
    tell('account.updated', done, account)
  }

  /** Pays out to a payee's bank, which accepts or rejects the money. */
  const payBank = (account: string, takes: boolean): void => {
    const { id } = find('account', account)
    const payout = add('po', 'payout', {
      amount: 100,
      currency: 'usd',
      status: takes ? 'paid' : 'failed',
      failure_code: takes ? null : 'account_closed',
      failure_message: takes ? null : 'The bank account has been closed.',
      metadata: {},
    })
    tell(takes ? 'payout.paid' : 'payout.failed', payout, id)
  }

  return { createAccount, linkAccount, finishOnboarding, payBank }
}

/** The charge of a payment. @throws SandboxProblem when there is no such payment, or it has not been paid */
const findCharge = ({ find }: Objects, payment: string): StripeObject => {
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
const createRefunds = (objects: Objects) => {
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

/** Stripe's dispute fee, in minor units. */
const disputeFee = 1_500

/** Disputes: the payer's bank takes the money, and gives it back if we win (https://docs.stripe.com/api/disputes). */
const createDisputes = (objects: Objects) => {
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

type WorldOptions = {
  store: WorldStore
  now: () => number
  checkoutUrl: (session: string) => string
  /** Returns a payee's onboarding URL. */
  onboardingUrl?: (account: string) => string
}

/**
 * The parts of Stripe that this site uses: objects, and events with their timing (https://docs.stripe.com/api). Amounts in minor units.
 * Stores each change together with its events.
 */
export const createWorld = ({ store, now, checkoutUrl, onboardingUrl = id => id }: WorldOptions) => {
  const objects = createObjects({ store, now })
  const acts = {
    ...createCheckout(objects, checkoutUrl),
    ...createRefunds(objects),
    ...createDisputes(objects),
    ...createAccounts(objects, onboardingUrl),
    ...createTransfers(objects),
  }
  return {
    ...allTogether(store, acts),
    find: objects.find,
    all: store.all,
    events: store.events,
    /** Sends events so many ms late from now on; null: not before they are sent again. */
    deliverAfter: objects.deliverAfter,
  }
}

export type World = ReturnType<typeof createWorld>

/** The same acts, each of which keeps all of its changes or none. */
const allTogether = <Acts extends object>(store: WorldStore, acts: Acts): Acts =>
  Object.fromEntries(
    Object.entries(acts).map(([name, act]) => [
      name,
      (...args: unknown[]) => store.together(() => (act as (...args: unknown[]) => unknown)(...args)),
    ]),
  ) as Acts
