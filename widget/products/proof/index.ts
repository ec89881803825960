import styles from './proof.css?inline'

export { CodeField } from './CodeField.tsx'
export type { ProofTexts } from './en.ts'
export { type LeftFor, takeLeaving } from './left-for.ts'
export { PasskeyProof } from './PasskeyProof.tsx'
export { ProveDialog } from './ProveDialog.tsx'
export { useProofTexts } from './texts.ts'
export { Username } from './Username.tsx'
export { useLeave } from './use-leave.ts'
export { type Asked, type Guarded, useProof } from './use-proof.ts'
export { WalletChoice } from './WalletChoice.tsx'

export const proofStyles: string = styles
