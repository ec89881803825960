import { type Fields, SandboxProblem } from '../pages.ts'
import type { StripeObject } from '../store.ts'
import type { Objects } from './objects.ts'

/** Line item of a checkout session. `amount` in minor units. */
export type Item = { amount: number; currency: string; product: unknown }

/** Reads the first line item of a new session. @throws SandboxProblem for an amount or a currency that Stripe would refuse */
export const readItem = (params: Fields): Item => {
  const [first] = Object.values((params.line_items as Fields) ?? {}) as Fields[]
  const price = first?.price_data as Fields | undefined
  const amount = Number(price?.unit_amount)
  const currency = String(price?.currency ?? '')
  if (!Number.isInteger(amount) || amount < 1)
    throw new SandboxProblem(
      400,
      'Invalid integer: line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    )
  if (!/^[a-z]{3}$/.test(currency)) throw new SandboxProblem(400, `Invalid currency: ${currency}`)
  return { amount, currency, product: (price?.product_data as Fields | undefined)?.name ?? '' }
}

/** Stripe's fee of a charge, in minor units. */
export const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30

const sessionFor = 24 * 60 * 60

/** Checkout sessions and how they end (https://docs.stripe.com/api/checkout/sessions). */
export const createCheckout = (objects: Objects, checkoutUrl: (session: string) => string) => {
  const { seconds, add, change, find, tell, get } = objects

  const createSession = (params: Fields): StripeObject => {
    const { amount, currency, product } = readItem(params)
    const session = add('cs_test', 'checkout.session', {
      expires_at: seconds() + sessionFor,
      amount_total: amount,
      amount_subtotal: amount,
      currency,
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: params.client_reference_id ?? null,
      customer_details: null,
      customer_email: null,
      metadata: params.metadata ?? {},
      payment_intent_data: params.payment_intent_data ?? {},
      product,
      success_url: params.success_url ?? null,
      cancel_url: params.cancel_url ?? null,
    })
    return change(session, { url: checkoutUrl(session.id) })
  }

  /** The payer has paid by card. */
  const pay = (id: string, email: string | null): void => {
    const session = openSession(objects, id)
    const intent = addIntent(objects, session, 'processing')
    tell('charge.succeeded', addCharge(objects, intent))
    tell('payment_intent.succeeded', find('payment_intent', intent.id))
    const customer_details = { email, name: null }
    const paid = { status: 'complete', payment_status: 'paid', payment_intent: intent.id, customer_details, url: null }
    tell('checkout.session.completed', change(session, paid))
  }

  /** Pays by a slow method such as a bank debit; `settle` later determines the outcome. */
  const payLater = (id: string, email: string | null): void => {
    const session = openSession(objects, id)
    const intent = addIntent(objects, session, 'processing')
    const customer_details = { email, name: null }
    const waiting = { status: 'complete', payment_intent: intent.id, customer_details, url: null }
    tell('checkout.session.completed', change(session, waiting))
  }

  const settle = (id: string, succeeds: boolean): void => {
    const session = find('checkout.session', id)
    const intent = get(String(session.payment_intent))
    if (intent?.status !== 'processing') throw new SandboxProblem(400, 'Nothing is on its way for this session.')
    if (succeeds) {
      addCharge(objects, intent)
      tell('checkout.session.async_payment_succeeded', change(session, { payment_status: 'paid' }))
    } else {
      tell('payment_intent.payment_failed', change(intent, { status: 'requires_payment_method' }))
      tell('checkout.session.async_payment_failed', session)
    }
  }

  /** The card is declined. The session stays open, so the payer can try again. */
  const decline = (id: string): void =>
    tell('payment_intent.payment_failed', addIntent(objects, openSession(objects, id), 'requires_payment_method'))

  const expire = (id: string): StripeObject => {
    const expired = change(openSession(objects, id), { status: 'expired', url: null })
    tell('checkout.session.expired', expired)
    return expired
  }

  return { createSession, pay, payLater, settle, decline, expire }
}

/** @throws SandboxProblem for a session that has ended */
const openSession = ({ find }: Objects, id: string): StripeObject => {
  const session = find('checkout.session', id)
  if (session.status !== 'open') throw new SandboxProblem(400, `This session is ${String(session.status)}.`)
  return session
}

const addIntent = ({ add }: Objects, session: StripeObject, status: string): StripeObject =>
  add('pi', 'payment_intent', {
    amount: session.amount_total,
    currency: session.currency,
    status,
    latest_charge: null,
    metadata: (session.payment_intent_data as Fields).metadata ?? {},
  })

const addCharge = ({ add, change, move }: Objects, intent: StripeObject): StripeObject => {
  const amount = Number(intent.amount)
  const charge = add('ch', 'charge', {
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    currency: intent.currency,
    payment_intent: intent.id,
    metadata: intent.metadata,
    status: 'succeeded',
    paid: true,
    refunded: false,
    disputed: false,
  })
  const kept = move('charge', amount, feeOf(amount), charge.id, intent.currency)
  change(intent, { status: 'succeeded', latest_charge: charge.id, amount_received: amount })
  return change(charge, { balance_transaction: kept.id })
}
