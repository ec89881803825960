import type { ProductConfig, ProductName, ProductToCome } from '../../products/index.ts'

/** What a page can offer to sign in with. Products to come may be named, and draw nothing. */
export type Product = ProductName | ProductToCome

/** What a page says about its sign-in. Everything is optional; `withDefaults` fills in the rest. */
export type Config = {
  /** Their order is the order on the Main screen. */
  products?: readonly Product[]
  sessionOptions?: { sessionDurationMinutes: number }
  enableShadowDOM?: boolean
} & ProductConfig
