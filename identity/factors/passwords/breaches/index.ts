export { type Breaches, createBreaches, requireHashFile } from './breaches.ts'
export { buildFilterIfMissing, isFilterBuilt } from './common-passwords.ts'
