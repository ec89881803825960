import type { ProductConfig, SignInProduct } from '../../products/index.ts'

/** Sign-in configuration of a page. All optional; `withDefaults` fills in the rest. */
export type Config = {
  /** Their order is the order on the Main screen. */
  products?: readonly SignInProduct[]
  sessionOptions?: { sessionDurationMinutes: number }
  /** Completes a sign-in by the token that a magic link or an account at a provider brought to the page's address. False unless set. */
  authenticateByUrl?: boolean
  /** Draws in a shadow tree, which rules of the page do not reach. The custom element does so unless this is false. */
  enableShadowDOM?: boolean
} & ProductConfig
