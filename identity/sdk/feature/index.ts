export type { Factor, Feature, Running } from './feature.ts'
export { type Brought, gather } from './gather.ts'
export type { Removal } from './removal.ts'
