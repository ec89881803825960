import type { SourceStatus } from './source-status.ts'

/** How fresh what we know is. `at`: when it was read, ISO 8601. */
export type StatusPageModel = { at: string; sources: readonly SourceStatus[] }
