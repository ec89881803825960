import { createHmac, randomBytes } from 'node:crypto'
import { secret } from '@corroborate/server-kit/settings'
import { paths } from '../../kit/doi/index.ts'
import { openStripe, type StripeAccess } from '../stripe/open-stripe.ts'
import { createSandboxApi } from './api.ts'
import { openSandboxStore, type SandboxStore, type StripeObject } from './store.ts'
import { createWorld, type World } from './world/world.ts'

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
const createDelivery = ({ store, send, secret, now }: DeliverOptions) => {
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

/** The sandbox's file, inside the data folder. */
export const sandboxFile = 'stripe-sandbox.sqlite'

type SandboxOptions = {
  /** Path of its file; `:memory:` keeps nothing. */
  file: string
  /** Origin of the site, which serves the checkout and receives events. */
  origin: string
  /** Sends a webhook; by default over the web, to the site. */
  send?: (body: string, signature: string) => Promise<boolean>
  now: () => number
}

/** Dependency on the sandbox's own pages. Null if Stripe itself is used. */
export type WithSandbox = { sandbox: Sandbox | null }

export type Sandbox = {
  /** Access with Stripe's SDK, whose requests end in the sandbox. */
  access: StripeAccess
  world: World
  /** API key, and signing secret of events. */
  secretKey: string
  webhookSecret: string
  /** Handles API requests from any transport. */
  answer: (request: Request) => Promise<Response>
  /** Sends the events that are due now. */
  deliver: () => Promise<void>
  /** Redelivers events about an object. */
  sendAgain: (about: string) => void
  /** Sends events from now on as they become due. */
  start: () => void
  close: () => void
}

/** A stand-in for Stripe where no key is set: its API, its checkout and its events, and no money. Never in production. */
export const openSandbox = ({ file, origin, send, now }: SandboxOptions): Sandbox => {
  const store = openSandboxStore(file)
  const secretKey = store.secret('key', () => `sk_test_${randomBytes(18).toString('hex')}`)
  const webhookSecret = store.secret('webhook', () => `whsec_${randomBytes(18).toString('hex')}`)
  const world = createWorld({
    store,
    now,
    checkoutUrl: session => `${origin}${paths.sandboxCheckout(session)}`,
    onboardingUrl: account => `${origin}${paths.sandboxOnboarding(account)}`,
  })
  const api = createSandboxApi({ world, store, secretKey })
  const answer = async (request: Request) => api.request(request)
  const overTheWeb = async (body: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${origin}${paths.stripeEvents}`, { method: 'POST', headers, body, signal })
    return answer.ok
  }
  const delivery = createDelivery({ store, send: send ?? overTheWeb, secret: webhookSecret, now })
  let timer: NodeJS.Timeout | undefined
  return {
    access: openStripe({
      secretKey: secret(secretKey),
      webhookSecret: secret(webhookSecret),
      connectWebhookSecret: secret(webhookSecret),
      apiUrl: 'http://sandbox.invalid',
      fetch: async (url, init) => answer(new Request(url, init)),
      isSandbox: true,
      now,
    }),
    world,
    secretKey,
    webhookSecret,
    answer,
    deliver: delivery.run,
    sendAgain: about => store.sendAgain(about, now()),
    start: () => {
      timer = setInterval(() => void delivery.run().catch(() => {}), 500)
      timer.unref()
    },
    close: () => {
      clearInterval(timer)
      store.close()
    },
  }
}
