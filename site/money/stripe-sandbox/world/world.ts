import { randomBytes } from 'node:crypto'
import { type Fields, SandboxProblem } from '../problem.ts'
import type { SandboxStore, StripeObject } from '../store.ts'
import { createConnect } from './connect.ts'

/** What of a store the world needs. */
export type WorldStore = Pick<SandboxStore, 'together' | 'put' | 'get' | 'all' | 'putEvent' | 'events'>

type WorldOptions = {
  store: WorldStore
  now: () => number
  checkoutUrl: (session: string) => string
  /** Where somebody is asked for what they are paid by. */
  onboardingUrl?: (account: string) => string
}

const id = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/**
 * Stripe as far as this site uses it: what its objects hold, and which events it sends when (https://docs.stripe.com/api). Amounts in
 * minor units. Every act keeps what it changes together with its events.
 */
export const createWorld = ({ store, now, checkoutUrl, onboardingUrl = id => id }: WorldOptions) => {
  const seconds = () => Math.floor(now() / 1_000)
  const made = (prefix: string, object: string, fields: Fields): StripeObject => {
    const created = { id: id(prefix), object, created: seconds(), livemode: false, ...fields }
    store.put(created)
    return created
  }
  const changed = (before: StripeObject, fields: Fields): StripeObject => {
    const after = { ...before, ...fields }
    store.put(after)
    return after
  }
  /** How many ms later an event is sent than it happens; null: not before somebody says so. */
  let delay: number | null = 0
  const tell = (type: string, object: StripeObject, account?: string): void => {
    const event = {
      id: id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      type,
      data: { object },
      ...(account !== undefined && { account }),
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    }
    store.putEvent(event, delay === null ? null : now() + delay)
  }
  const find = (kind: string, wanted: string): StripeObject => {
    const found = store.get(wanted)
    if (found?.object !== kind) throw new SandboxProblem(404, `No such ${kind}: '${wanted}'`, 'resource_missing')
    return found
  }
  const move = (type: string, amount: number, fee: number, source: string, currency: unknown) =>
    made('txn', 'balance_transaction', {
      type,
      amount,
      fee,
      net: amount - fee,
      currency,
      source,
      status: 'available',
      reporting_category: type,
      fee_details: fee === 0 ? [] : [{ amount: fee, currency, type: 'stripe_fee', description: 'Processing fees' }],
    })

  const createSession = (params: Fields): StripeObject => {
    const item = (Object.values((params.line_items as Fields) ?? {})[0] as Fields | undefined)?.price_data as
      | Fields
      | undefined
    const amount = Number(item?.unit_amount)
    const currency = String(item?.currency ?? '')
    if (!Number.isInteger(amount) || amount < 1)
      throw new SandboxProblem(
        400,
        'Invalid integer: line_items[0][price_data][unit_amount]',
        'parameter_invalid_integer',
      )
    if (!/^[a-z]{3}$/.test(currency)) throw new SandboxProblem(400, `Invalid currency: ${currency}`)
    const session = id('cs_test')
    const created = {
      id: session,
      object: 'checkout.session',
      created: seconds(),
      livemode: false,
      expires_at: seconds() + 24 * 60 * 60,
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
      product: (item?.product_data as Fields | undefined)?.name ?? '',
      success_url: params.success_url ?? null,
      cancel_url: params.cancel_url ?? null,
      url: checkoutUrl(session),
    }
    store.put(created)
    return created
  }

  const openSession = (session: string): StripeObject => {
    const found = find('checkout.session', session)
    if (found.status !== 'open') throw new SandboxProblem(400, `This session is ${found.status}.`)
    return found
  }

  const intentFor = (session: StripeObject, status: string): StripeObject =>
    made('pi', 'payment_intent', {
      amount: session.amount_total,
      currency: session.currency,
      status,
      latest_charge: null,
      metadata: (session.payment_intent_data as Fields).metadata ?? {},
    })

  const chargeFor = (intent: StripeObject): StripeObject => {
    const amount = Number(intent.amount)
    const charge = made('ch', 'charge', {
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
    const kept = move('charge', amount, Math.round(amount * 0.029) + 30, charge.id, intent.currency)
    changed(intent, { status: 'succeeded', latest_charge: charge.id, amount_received: amount })
    return changed(charge, { balance_transaction: kept.id })
  }

  /** Pays by card: done at once. */
  const pay = (session: string, email: string | null) => {
    const found = openSession(session)
    const intent = intentFor(found, 'processing')
    const charge = chargeFor(intent)
    tell('charge.succeeded', charge)
    tell('payment_intent.succeeded', find('payment_intent', intent.id))
    const customer_details = { email, name: null }
    const done = { status: 'complete', payment_status: 'paid', payment_intent: intent.id, customer_details, url: null }
    tell('checkout.session.completed', changed(found, done))
  }

  /** Pays by something slow, such as a bank debit: `settle` says later how it ended. */
  const payLater = (session: string, email: string | null) => {
    const found = openSession(session)
    const intent = intentFor(found, 'processing')
    const customer_details = { email, name: null }
    tell(
      'checkout.session.completed',
      changed(found, { status: 'complete', payment_intent: intent.id, customer_details, url: null }),
    )
  }

  const settle = (session: string, succeeds: boolean) => {
    const found = find('checkout.session', session)
    const intent = store.get(String(found.payment_intent))
    if (intent?.status !== 'processing') throw new SandboxProblem(400, 'Nothing is on its way for this session.')
    if (succeeds) {
      chargeFor(intent)
      tell('checkout.session.async_payment_succeeded', changed(found, { payment_status: 'paid' }))
    } else {
      tell('payment_intent.payment_failed', changed(intent, { status: 'requires_payment_method' }))
      tell('checkout.session.async_payment_failed', found)
    }
  }

  /** The card is declined: the session stays open, and the payer may try again. */
  const decline = (session: string) => {
    const found = openSession(session)
    tell('payment_intent.payment_failed', intentFor(found, 'requires_payment_method'))
  }

  const expire = (session: string): StripeObject => {
    const expired = changed(openSession(session), { status: 'expired', url: null })
    tell('checkout.session.expired', expired)
    return expired
  }

  const chargeOf = (payment: string): StripeObject => {
    const intent = find('payment_intent', payment)
    if (typeof intent.latest_charge !== 'string') throw new SandboxProblem(400, 'This payment has no charge.')
    return find('charge', intent.latest_charge)
  }

  const refund = ({ payment_intent, amount, metadata }: Fields): StripeObject => {
    const charge = chargeOf(String(payment_intent ?? ''))
    if (charge.unrefundable) throw new SandboxProblem(400, 'This charge is too old to be refunded.')
    const left = Number(charge.amount) - Number(charge.amount_refunded)
    const wanted = amount === undefined ? left : Number(amount)
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > left)
      throw new SandboxProblem(
        400,
        'Refund amount is greater than what is left of the charge.',
        'charge_already_refunded',
      )
    const begun = made('re', 'refund', {
      amount: wanted,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status: 'succeeded',
      metadata: metadata ?? {},
      reason: null,
    })
    const kept = changed(begun, {
      balance_transaction: move('refund', -wanted, 0, begun.id, charge.currency).id,
    })
    const amount_refunded = Number(charge.amount_refunded) + wanted
    tell('refund.created', kept)
    tell('charge.refunded', changed(charge, { amount_refunded, refunded: amount_refunded === charge.amount }))
    return kept
  }

  /** The payer's bank could not take the money back: it returns to us. */
  const failRefund = (wanted: string) => {
    const found = find('refund', wanted)
    if (found.status !== 'succeeded') throw new SandboxProblem(400, 'This refund has failed already.')
    const charge = find('charge', String(found.charge))
    const back = move('refund_failure', Number(found.amount), 0, found.id, found.currency)
    changed(charge, { amount_refunded: Number(charge.amount_refunded) - Number(found.amount), refunded: false })
    tell('refund.failed', changed(found, { status: 'failed', failure_balance_transaction: back.id }))
  }

  /** From now on the payer's bank takes nothing back: refunds of this payment are refused. */
  const age = (payment: string) => void changed(chargeOf(payment), { unrefundable: true })

  const dispute = (payment: string) => {
    const charge = chargeOf(payment)
    if (charge.disputed) throw new SandboxProblem(400, 'This payment is disputed already.')
    const amount = Number(charge.amount) - Number(charge.amount_refunded)
    if (amount < 1) throw new SandboxProblem(400, 'Nothing is left to dispute.')
    const begun = made('dp', 'dispute', {
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: payment,
      status: 'needs_response',
      reason: 'general',
      metadata: {},
      evidence_details: {},
    })
    changed(charge, { disputed: true })
    tell('charge.dispute.created', changed(begun, { balance_transactions: [] }))
    const taken = move('adjustment', -amount, 1_500, begun.id, charge.currency)
    tell('charge.dispute.funds_withdrawn', changed(begun, { balance_transactions: [taken] }))
  }

  const closeDispute = (wanted: string, isWon: boolean) => {
    const found = find('dispute', wanted)
    if (found.status === 'won' || found.status === 'lost') throw new SandboxProblem(400, 'This dispute is closed.')
    const before = found.balance_transactions as StripeObject[]
    const closed = changed(found, { status: isWon ? 'won' : 'lost' })
    tell('charge.dispute.closed', closed)
    if (!isWon) return
    const back = move('adjustment', Number(found.amount), -1_500, found.id, found.currency)
    tell('charge.dispute.funds_reinstated', changed(closed, { balance_transactions: [...before, back] }))
  }

  const acts = {
    createSession,
    pay,
    payLater,
    settle,
    decline,
    expire,
    refund,
    failRefund,
    age,
    dispute,
    closeDispute,
    ...createConnect({ store, made, changed, find, tell, move, onboardingUrl }),
  }
  const kept = Object.fromEntries(
    Object.entries(acts).map(([name, act]) => [
      name,
      (...args: unknown[]) => store.together(() => (act as (...args: unknown[]) => unknown)(...args)),
    ]),
  ) as typeof acts
  return {
    ...kept,
    find,
    all: store.all,
    events: store.events,
    /** Has events arrive so many ms late from now on; null: not before they are sent again. */
    deliverAfter: (ms: number | null) => {
      delay = ms
    },
  }
}

export type World = ReturnType<typeof createWorld>
