export { nextNight, planNight, type SourceJobs } from './nightly.ts'
export type { StatusPageModel } from './status-model.ts'
export { statusPage } from './status-page.ts'
export { createWeb } from './sync.ts'
