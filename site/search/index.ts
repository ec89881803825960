export type { HomePageModel, ResultsPageModel, SearchResult } from './models.ts'
