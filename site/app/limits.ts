import { merged } from '../kit/feature/index.ts'
import { features } from './features.ts'

/**
 * How often things may be done from one address (IPv6: from one network), merged from each feature's `limits`, in its
 * `feature.ts`. LIMITS_SCALE multiplies.
 */
export const siteLimits = merged(
  'limit',
  features.map(feature => feature.limits),
)
