export { type ClaimJobs, createPlanEnd, fulfilClaim, moderatedClaims, reopenClaim } from './moderated-claims.ts'
export { addresseeOfClaim, type ClaimTables, type Hold, hasClaimed, readClaimants, readHolds } from './store.ts'
export { createSubmitClaim, makeClaim, type SubmitClaim } from './submit-claim.ts'
