export { AwardsPage } from './AwardsPage.tsx'
