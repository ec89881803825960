export { createProofOfWork, type ProofOfWork, type Solved } from './create-proof-of-work.ts'
