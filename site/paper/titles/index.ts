export { readableTitle } from './readable-title.ts'
export { bareTitle, type TitleClaim, titleClaim } from './title-claim.ts'
