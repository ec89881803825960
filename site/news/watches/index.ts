export { planAsking } from './ask-nightly.ts'
export { planWatching } from './jobs.ts'
export { readPersonalFeed } from './personal-feed.ts'
export type { WatchTables } from './tables.ts'
