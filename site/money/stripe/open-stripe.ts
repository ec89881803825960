import type { Secret, Settings } from '@corroborate/server-kit/settings'
import type { Stripe } from 'stripe'

/** Dependency of features that take or send money: Stripe, or its sandbox outside production. Null if payments are disabled. */
export type WithStripe = { stripe: StripeAccess | null }

/** Access to Stripe's API and verification of its webhooks. */
export type StripeAccess = {
  /** Stripe's API by its own SDK. Loaded lazily, since it is large and rarely needed. */
  api: () => Promise<Stripe>
  /**
   * Verifies and parses a webhook request. Null if its signature is invalid or older than five minutes
   * (https://docs.stripe.com/webhooks#verify-manually).
   */
  readEvent: (body: Uint8Array, signature: string | undefined) => Promise<Stripe.Event | null>
  /** No money moves: a stand-in of ours answers in place of Stripe. */
  isSandbox: boolean
  /** True if reporters can be paid to their own Stripe accounts. */
  hasConnect: boolean
}

export type StripeOptions = {
  secretKey: Secret
  webhookSecret: Secret
  /** Signing secret of events in reporters' accounts; null if Connect is disabled. */
  connectWebhookSecret: Secret | null
  /** Scheme, host and port of the API. */
  apiUrl: string
  /** HTTP transport; `fetch` by default. */
  fetch?: typeof fetch
  isSandbox?: boolean
  now: () => number
}

/** For how long a signature holds, in seconds. */
const tolerance = 300

/** Timeout of a request in ms, and number of retries on network errors. The SDK reuses the idempotency key. */
const patience = { timeout: 10_000, maxNetworkRetries: 2 }

/** Options for requests while a user waits. Their page gives up after 15 seconds. */
export const whileClaimed = { timeout: 6_000, maxNetworkRetries: 1 } as const

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
          // Any error means that the signature is invalid. The SDK fails in several ways on a malformed header.
        }
      }
      return null
    },
  }
}

/** Form targets for the content security policy: Stripe's checkout and Connect, or their replacement. The sandbox is same-origin. */
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

/** True if the error is from Stripe's SDK: unavailable or rejected. */
export const isOfStripe = (error: unknown): error is Error =>
  error instanceof Error && /^Stripe\w*Error$/.test(String(Reflect.get(error, 'type') ?? error.name))

/** True if Stripe rejected a valid request. Nothing moved, and a retry would not help. */
export const isRefusal = (error: unknown): error is Error =>
  isOfStripe(error) &&
  ['StripeInvalidRequestError', 'StripeCardError'].includes(String(Reflect.get(error as object, 'type'))) &&
  [400, 402, 404].includes(Number(Reflect.get(error as object, 'statusCode')))
