import { paths } from '../../kit/doi/index.ts'
import { definePage } from '../../kit/page/index.ts'
import type { SourceStatus } from './source-status.ts'

/** How fresh what we know is. `at`: when it was read, ISO 8601. */
export type StatusPageModel = { at: string; sources: readonly SourceStatus[] }

export const statusPage = definePage({
  name: 'status',
  head: (_: StatusPageModel, origin) => ({
    title: 'How fresh is what we know? · Corroborate',
    description:
      'When each source of corrections, retractions and replications was asked last, and to when it reaches.',
    canonical: `${origin}${paths.status}`,
  }),
  islands: null,
  scriptBudget: 3_000,
})
