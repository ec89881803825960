export { addressKey, networksOf } from './address-key.ts'
export {
  createLimits,
  type Limit,
  type LimitKey,
  type Limits,
  type LimitsOptions,
  type LimitTable,
  type Nearness,
  type Spent,
  type Taken,
} from './create-limits.ts'
export type { NearEdge } from './near-edge.ts'
