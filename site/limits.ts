import { merged } from './feature/index.ts'
import { features } from './features.ts'

/** How often things may be done from one address (an IPv6 network of 64 bits counts as one). LIMITS_SCALE multiplies. */
export const siteLimits = merged(
  'limit',
  features.map(feature => feature.limits),
)
