export { sampleErrors, samplePapers, sampleSearches } from './sample-models.ts'
export { sampleReports } from './sample-reports.ts'
export { openAlexAnswer, type Samples, serveSamples } from './serve-samples.ts'
