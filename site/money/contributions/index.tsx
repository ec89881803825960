export { BountySection } from './BountySection.tsx'
export { ContributePage } from './ContributePage.tsx'
export { PoolPage } from './PoolPage.tsx'
