export { createFeesJob, takeEvent } from './feature.ts'
export { type Difference, reconcile } from './reconcile.ts'
export type { PaymentTables } from './store.ts'
