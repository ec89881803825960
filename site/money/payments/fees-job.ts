import { runTransaction } from '@corroborate/server-kit/database'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import type { StripeAccess } from '../stripe/index.ts'
import { noFacts } from './facts.ts'
import { feesOfCharge } from './read-facts.ts'
import { type PaymentDatabase, type PaymentJobs, type TakeOptions, takeFacts } from './take-event.ts'

type FeesOptions = TakeOptions & { db: Kysely<PaymentDatabase>; stripe: StripeAccess }

/** Fetches Stripe's fees after each event, since events don't include them. An unknown payment has no fees. */
export const createFeesJob = ({ db, stripe, now }: FeesOptions): Required<Handlers<PaymentJobs>> => ({
  'payments.fees': async ({ payment }) => {
    const fees = await readFees(await stripe.api(), payment)
    if (Object.keys(fees).length === 0) return
    await runTransaction(db, tx =>
      takeFacts(tx, { payment, facts: { ...noFacts, fees } }, { contribution: null, at: now(), now }),
    )
  },
})

/** Returns the fees of a payment's charge by balance transaction. */
export const readFees = async (api: Stripe, payment: string) => {
  if (!payment.startsWith('pi_')) return {}
  try {
    const expand = ['latest_charge.balance_transaction']
    return feesOfCharge((await api.paymentIntents.retrieve(payment, { expand })).latest_charge)
  } catch (error) {
    if (isUnknown(error)) return {}
    throw error
  }
}

/** True if Stripe reports that the resource does not exist. */
const isUnknown = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'statusCode') === 404
