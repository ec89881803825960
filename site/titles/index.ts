export { bareTitle, type TitleClaim, titleClaim } from './title-claim.ts'
