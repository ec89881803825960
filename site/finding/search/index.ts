export { readDoisOfPmids, type SearchTables, sweepAnswers } from './answer-cache.ts'
export { createFindWorks, type FindWorks, mostRanked } from './find-works.ts'
export type { ResultsPageModel } from './models.ts'
export { notFoundMessage, openFindWorks, resultsPage } from './open-find-works.ts'
