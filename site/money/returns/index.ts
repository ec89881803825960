export { type Expired, expire } from './expire.ts'
export { type PlannedReturn, type ReturnTables, toPoolEntry } from './plan-return.ts'
export { type RefundOf, refund } from './refund.ts'
export { createSendReturn, noteRefund } from './send-return.ts'
