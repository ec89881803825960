export { fulfilClaim, moderatedClaims, reopenClaim } from './moderated-claims.ts'
export { type ClaimJobs, createPlanEnd } from './plans.ts'
export { addresseeOfClaim, type ClaimTables, type Hold, hasClaimed, readClaimants, readHolds } from './store.ts'
export { createSubmitClaim, type SubmitClaim } from './submit-claim.ts'
