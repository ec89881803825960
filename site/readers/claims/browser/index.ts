export { type KeptClaim, keepClaim, readClaimForm, readKeptClaim } from './kept-claim.ts'
export { type SentClaim, sendClaim } from './send-claim.ts'
