import type { ProductConfig, ProductName } from '../../products/index.ts'

/** What a page can offer to sign in with. Wallets and passkeys may be named before their products are there, and draw nothing. */
export type Product = ProductName | 'crypto' | 'passkeys'

/** What a page says about its sign-in. Everything is optional; `withDefaults` fills in the rest. */
export type Config = {
  /** Their order is the order on the Main screen. */
  products?: readonly Product[]
  sessionOptions?: { sessionDurationMinutes: number }
  enableShadowDOM?: boolean
} & ProductConfig
