export { planAsking } from './ask-nightly.ts'
export { planWatching } from './jobs.ts'
export { mostWatched, readPersonalFeed, watchAs } from './store.ts'
export type { WatchTables } from './tables.ts'
