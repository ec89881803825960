export { openSealer, requireOpenable } from './open-sealer.ts'
export { type SealedColumn, sealRows } from './sealed-rows.ts'
export { createSealer, type SealedRow, type Sealer } from './sealer.ts'
