import { createHmac } from 'node:crypto'
import type { SandboxStore, StripeObject } from './store.ts'

/** An event signed as Stripe signs it (https://docs.stripe.com/webhooks#verify-manually). `at` in epoch ms. */
export const signedEvent = (event: object, secret: string, at: number): { body: string; signature: string } => {
  const body = JSON.stringify(event, null, 2)
  const time = Math.floor(at / 1_000)
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, signature: `t=${time},v1=${v1}` }
}

type DeliverOptions = {
  store: SandboxStore
  /** Sends a webhook; true when it was taken. */
  send: (body: string, signature: string) => Promise<boolean>
  secret: string
  now: () => number
}

/** Retry delays of an event in ms, by number of attempts. */
const pauses = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000]

/** Sends every event that is due until its receiver has taken it, also after a restart. */
export const createDelivery = ({ store, send, secret, now }: DeliverOptions) => {
  let running: Promise<void> | undefined
  const deliver = async (): Promise<void> => {
    for (const { seq, event, attempts } of store.dueEvents(now())) {
      const taken = await attempt(event)
      store.noteDelivery(seq, taken ? null : now() + (pauses[Math.min(attempts, pauses.length - 1)] ?? 0))
    }
  }
  const attempt = async (event: StripeObject): Promise<boolean> => {
    const { body, signature } = signedEvent(event, secret, now())
    try {
      return await send(body, signature)
    } catch {
      return false
    }
  }
  /** Delivers due events. A concurrent call waits for the current run, then does its own. */
  const run = (): Promise<void> => {
    const next = (running ?? Promise.resolve()).then(deliver)
    running = next.catch(() => {})
    return next
  }
  return { run }
}
