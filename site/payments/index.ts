export { reconcile } from './reconcile.ts'
export type { PaymentTables } from './store.ts'
