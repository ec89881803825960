import type { StarterCounts } from './count-events.ts'
import type { SourceStatus } from './source-status.ts'

/** Data sources and the time at which their state was read (ISO 8601). `starter`: null when nothing of the starter collection is stored. */
export type StatusPageModel = { at: string; sources: readonly SourceStatus[]; starter: StarterCounts | null }
