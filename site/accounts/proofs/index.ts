export { createProofs, type Proofs, type WithProofs } from './create-proofs.ts'
export type { ProofTables } from './store.ts'
