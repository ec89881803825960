import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { WithApiLimits } from '../api/index.ts'
import { createLinkedDataCalls } from './linked-data-calls.ts'

/** Machine-readable papers and reports: DocMaps, linksets (Signposting) and RO-Crates. */
export const linkedDataFeature = defineFeature<ReportTables, NoJobs, WithPapers & WithApiLimits>()({
  open: ({ db, papers, limits, settings, now }) => {
    const { docmapOf, linksetOf, crate } = createLinkedDataCalls({
      db,
      papers,
      limits,
      origin: settings.site.origin,
      now,
    })
    return {
      routes: { [paths.docmaps]: { GET: docmapOf }, [paths.linksets]: { GET: linksetOf } },
      paperRoutes: { crate: { GET: crate } },
    }
  },
})
