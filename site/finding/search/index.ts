export { mostRanked } from './break-ties.ts'
export { createFindWorks } from './find-works.ts'
export type { ResultsPageModel } from './models.ts'
export { resultsPage } from './results-page.ts'
