import type { Secret, Settings } from '@corroborate/server-kit/settings'
import type { Stripe } from 'stripe'

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
}

export type StripeOptions = {
  secretKey: Secret
  webhookSecret: Secret
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

export const openStripe = ({
  secretKey,
  webhookSecret,
  apiUrl,
  fetch: carry = fetch,
  isSandbox = false,
  now,
}: StripeOptions): StripeAccess => {
  let opened: Promise<{ Sdk: typeof Stripe; client: Stripe }> | undefined
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
      return { Sdk, client }
    })
    return opened
  }
  return {
    isSandbox,
    api: async () => (await open()).client,
    readEvent: async (body, signature) => {
      if (signature === undefined) return null
      const { Sdk, client } = await open()
      try {
        return await client.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret.reveal(),
          tolerance,
          undefined,
          now(),
        )
      } catch (error) {
        if (error instanceof Sdk.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null
        throw error
      }
    },
  }
}

/**
 * Where the forms of this site may lead, for its content security policy: Stripe's checkout, or that of the server in its place. The
 * sandbox is of our own origin.
 */
export const checkoutSources = ({ stripe }: Pick<Settings, 'stripe'>): string[] => {
  if (stripe === null) return []
  const { origin } = new URL(stripe.apiUrl)
  return ['https://checkout.stripe.com', ...(origin === 'https://api.stripe.com' ? [] : [origin])]
}

/** Stripe as the settings say; null where they name no account. */
export const stripeOf = ({ stripe }: Pick<Settings, 'stripe'>, now: () => number): StripeAccess | null =>
  stripe === null ? null : openStripe({ ...stripe, now })

/** Whether the SDK says that Stripe could not be asked, or refused. */
export const isOfStripe = (error: unknown): boolean =>
  error instanceof Error && /^Stripe\w*Error$/.test(String(Reflect.get(error, 'type') ?? error.name))
