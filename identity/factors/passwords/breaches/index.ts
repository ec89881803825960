export { type Breaches, createBreaches } from './create-breaches.ts'
export { buildFilterIfMissing } from './filter-file.ts'
export { requireHashFile } from './sorted-hash-file.ts'
