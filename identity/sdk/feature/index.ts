export type { Factor, Feature, Running } from './feature.ts'
export { type Brought, gather, type LimitsOf } from './gather.ts'
export type { Removal } from './removal.ts'
