export { planNight, type SourceJobs } from './nightly.ts'
export { createWeb } from './sync.ts'
