export { type Breaches, createBreaches } from './create-breaches.ts'
export { requireHashFile } from './sorted-hash-file.ts'
