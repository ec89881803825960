export { type Expired, expire, type RefundOf, refund } from './expire.ts'
export { createSendReturn, noteRefund } from './feature.ts'
export { type PlannedReturn, type ReturnTables, toPoolEntry } from './plan-return.ts'
