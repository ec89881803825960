import { randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Amount } from '../../kit/amounts/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { doiOfFund, type Fund } from '../ledger/index.ts'
import { type StripeAccess, whileSomebodyWaits } from '../stripe/index.ts'
import { addContribution, type ContributionTables, noteSession } from './store.ts'

export type Begin = {
  fund: Fund
  giver: Person
  money: Amount
  name: string | null
  message: string | null
  locale: Locale
  /** Product name shown in the checkout. */
  title: string
  /** Addresses to come back to; Stripe puts its session's id in place of `{CHECKOUT_SESSION_ID}`. */
  success: string
  cancel: string
}

/**
 * Starts a contribution. Stores it before creating it at Stripe under its own ID, so that no failure leaves an unknown payment.
 * @returns the URL of the checkout
 * @throws HttpProblem 401 if the contributor's account was deleted meanwhile, and errors of Stripe's SDK; nothing has been paid then
 */
export const beginContribution = async (
  db: Kysely<ContributionTables & SignInTables>,
  stripe: StripeAccess,
  { title, success, cancel, money, giver, ...begin }: Begin,
  now: number,
): Promise<{ id: string; url: string }> => {
  const id = randomUUID()
  await runTransaction(db, async tx => {
    await holdStanding(tx.$pickTables<keyof SignInTables>(), giver)
    await addContribution(tx.$pickTables<keyof ContributionTables>(), { id, giver: giver.key, ...begin, ...money }, now)
  })
  const metadata = { contribution: id, for: doiOfFund(begin.fund) ?? 'pool' }
  const api = await stripe.api()
  const session = await api.checkout.sessions.create(
    {
      mode: 'payment',
      submit_type: 'donate',
      client_reference_id: id,
      success_url: success,
      cancel_url: cancel,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: money.currency,
            unit_amount: money.amount,
            product_data: { name: shortened(title) },
          },
        },
      ],
      locale: begin.locale,
      metadata,
      payment_intent_data: { metadata, description: shortened(title) },
    } satisfies Stripe.Checkout.SessionCreateParams,
    { idempotencyKey: id, ...whileSomebodyWaits },
  )
  await noteSession(db, id, session.id)
  if (session.url === null) throw new Error('Stripe returned a checkout session without a URL.')
  return { id, url: session.url }
}

/** Stripe takes names of up to 250 characters. */
const shortened = (title: string): string => (title.length > 250 ? `${title.slice(0, 249)}…` : title)
