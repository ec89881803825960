export { openSealer, requireOpenable } from './open-sealer.ts'
export { sealRows } from './sealed-rows.ts'
export { createSealer, type SealedRow, type Sealer } from './sealer.ts'
