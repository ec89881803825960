export type { Difference } from './compared.ts'
export { reconcile } from './reconcile.ts'
export type { PaymentTables } from './store.ts'
export { takeEvent } from './take-event.ts'
