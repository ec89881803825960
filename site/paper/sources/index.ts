export { ask, bodyOf, CouldNotAsk, type Web } from './ask.ts'
export type { StatusPageModel } from './count-events.ts'
export { nextNight, planNight, type SourceJobs, statusPage } from './nightly.ts'
export { createWeb } from './sync.ts'
