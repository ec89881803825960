export { addressKey, networksOf } from './address-key.ts'
export {
  createLimits,
  type Limit,
  type LimitKey,
  type LimitProximity,
  type Limits,
  type LimitsOptions,
  type LimitTable,
  type Spent,
  type Taken,
} from './create-limits.ts'
export type { NearlyExhaustedKey } from './nearly-exhausted.ts'
