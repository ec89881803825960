export { createProofs, type Proofs, type WithProofs } from './create-proofs.ts'
export { type ProofTables, sweepProofs } from './store.ts'
