export { sendClaim } from './send-claim.ts'
