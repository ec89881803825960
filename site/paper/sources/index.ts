export { nextNight, planNight, type SourceJobs } from './nightly.ts'
export { type StatusPageModel, statusPage } from './status-page.ts'
export { createWeb } from './sync.ts'
