import styles from './proof.css?inline'

export { CodeField, useProofTexts } from './CodeProof.tsx'
export type { ProofTexts } from './en.ts'
export { PasskeyProof, ProveDialog, Username, WalletChoice } from './ProveDialog.tsx'
export { type Asked, type Guarded, type LeftFor, takeLeaving, useLeave, useProof } from './ways.ts'

export const proofStyles: string = styles
