export { type Breaches, createBreaches } from './create-breaches.ts'
export { buildFilterIfMissing, isFilterBuilt } from './filter-file.ts'
export { requireHashFile } from './sorted-hash-file.ts'
