import { merged } from '../kit/feature/index.ts'
import { features } from './features.ts'

/** Rate limits by address (IPv6: by network), merged from each feature's `limits`, in its `feature.ts`. LIMITS_SCALE multiplies them. */
export const siteLimits = merged(
  'limit',
  features.map(feature => feature.limits),
)
