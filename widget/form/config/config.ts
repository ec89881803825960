import type { ProductConfig, ProductName } from '../../products/index.ts'

/** What a page says about its sign-in. Everything is optional; `withDefaults` fills in the rest. */
export type Config = {
  /** Their order is the order on the Main screen. */
  products?: readonly ProductName[]
  sessionOptions?: { sessionDurationMinutes: number }
  enableShadowDOM?: boolean
} & ProductConfig
