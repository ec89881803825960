export { HomePage } from './HomePage.tsx'
export { ResultsPage } from './ResultsPage.tsx'
