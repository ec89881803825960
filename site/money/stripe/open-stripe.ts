import type { Secret, Settings } from '@corroborate/server-kit/settings'
import type { Stripe } from 'stripe'

/** The port of a feature that takes or sends money: Stripe, or outside production its sandbox. Null where nobody can pay. */
export type WithStripe = { stripe: StripeAccess | null }

/** How Stripe is reached, and how its word is known from anybody else's. */
export type StripeAccess = {
  /** Its API, through its own SDK. Loaded when it is first asked for: it is large, and most starts never need it. */
  api: () => Promise<Stripe>
  /**
   * Reads what somebody sent as a webhook. Null where the signature over its bytes is not Stripe's, or older than five minutes
   * (https://docs.stripe.com/webhooks#verify-manually).
   */
  readEvent: (body: Uint8Array, signature: string | undefined) => Promise<Stripe.Event | null>
  /** No money moves: a stand-in of ours answers in place of Stripe. */
  isSandbox: boolean
  /** Whether reporters can be paid to accounts of their own at Stripe. */
  hasConnect: boolean
}

export type StripeOptions = {
  secretKey: Secret
  webhookSecret: Secret
  /** Signs what happens at the accounts of reporters; null where nobody is paid by Connect. */
  connectWebhookSecret: Secret | null
  /** Scheme, host and port of the API. */
  apiUrl: string
  /** What carries the calls; the web by default. */
  fetch?: typeof fetch
  isSandbox?: boolean
  now: () => number
}

/** For how long a signature holds, in seconds. */
const tolerance = 300

/** How long one call may take, in ms, and how often it is tried again when it fails on the way: the SDK sends the same idempotency key. */
const patience = { timeout: 10_000, maxNetworkRetries: 2 }

/** The same for calls that somebody waits for: the page that they come back to gives up after 15 seconds. */
export const whileSomebodyWaits = { timeout: 6_000, maxNetworkRetries: 1 } as const

export const openStripe = ({
  secretKey,
  webhookSecret,
  connectWebhookSecret,
  apiUrl,
  fetch: carry = fetch,
  isSandbox = false,
  now,
}: StripeOptions): StripeAccess => {
  let opened: Promise<{ client: Stripe }> | undefined
  const open = () => {
    opened ??= import('stripe').then(({ default: Sdk }) => {
      const { protocol, hostname, port } = new URL(apiUrl)
      const client = new Sdk(secretKey.reveal(), {
        protocol: protocol === 'http:' ? 'http' : 'https',
        host: hostname,
        ...(port !== '' && { port }),
        httpClient: Sdk.createFetchHttpClient(carry),
        telemetry: false,
        ...patience,
      })
      return { client }
    })
    return opened
  }
  return {
    isSandbox,
    hasConnect: connectWebhookSecret !== null,
    api: async () => (await open()).client,
    readEvent: async (body, signature) => {
      if (signature === undefined) return null
      const { client } = await open()
      for (const secret of [webhookSecret, ...(connectWebhookSecret === null ? [] : [connectWebhookSecret])]) {
        try {
          const signed = secret.reveal()
          return await client.webhooks.constructEventAsync(body, signature, signed, tolerance, undefined, now())
        } catch {
          // Whatever is wrong with it, it is not signed by this secret. The SDK fails in several ways on a broken header.
        }
      }
      return null
    },
  }
}

/**
 * Where the forms of this site may lead, for its content security policy: Stripe's checkout and Connect, or the server in their place. The
 * sandbox is of our own origin.
 */
export const checkoutSources = ({ stripe }: Pick<Settings, 'stripe'>): string[] => {
  if (stripe === null) return []
  const { origin } = new URL(stripe.apiUrl)
  return [
    'https://checkout.stripe.com',
    'https://connect.stripe.com',
    ...(origin === 'https://api.stripe.com' ? [] : [origin]),
  ]
}

/** Stripe as the settings say; null where they name no account. */
export const stripeOf = ({ stripe }: Pick<Settings, 'stripe'>, now: () => number): StripeAccess | null =>
  stripe === null ? null : openStripe({ ...stripe, now })

/** Whether the SDK says that Stripe could not be asked, or refused. */
export const isOfStripe = (error: unknown): error is Error =>
  error instanceof Error && /^Stripe\w*Error$/.test(String(Reflect.get(error, 'type') ?? error.name))

/** Whether Stripe has understood a call and says no: nothing has moved, and asking the same again would not help. */
export const isRefusal = (error: unknown): error is Error =>
  isOfStripe(error) &&
  ['StripeInvalidRequestError', 'StripeCardError'].includes(String(Reflect.get(error as object, 'type'))) &&
  [400, 402, 404].includes(Number(Reflect.get(error as object, 'statusCode')))
