export type { PaymentTables } from './store.ts'
