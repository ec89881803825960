export { ClaimPage } from './ClaimPage.tsx'
export { ClaimSection } from './ClaimSection.tsx'
