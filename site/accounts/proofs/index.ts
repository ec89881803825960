export { createProofs, type Proofs } from './create-proofs.ts'
export type { ProofTables } from './store.ts'
