import { type HttpContext, HttpProblem, logOf } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import type { Handler } from '../../kit/feature/index.ts'
import type { StripeAccess } from '../stripe/index.ts'
import { type PaymentDatabase, type TakeOptions, takeEvent } from './take-event.ts'

type WebhookOptions = TakeOptions & { db: Kysely<PaymentDatabase>; stripe: StripeAccess }

/** `POST /webhooks/stripe`. Returns 200 only after storing the event; otherwise Stripe redelivers it. */
export const createWebhookCall =
  ({ db, stripe, now }: WebhookOptions): Handler =>
  async (c: HttpContext) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const event = await stripe.readEvent(body, c.req.header('Stripe-Signature'))
    if (event === null)
      throw new HttpProblem(400, 'This is not signed by Stripe, or was signed too long ago: nothing was booked.')
    const { id, type } = event
    const outcome = await takeEvent(db, event, { now })
    logOf(c).info({ event: id, type, outcome }, 'an event of Stripe')
    c.header('Cache-Control', 'no-store')
    return c.json({ received: true })
  }
