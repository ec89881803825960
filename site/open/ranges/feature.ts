import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import { type EventTables, papersWithEvents } from '../../news/crawlers/papers-with-events.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { papersWithReports, type ReportTables } from '../../readers/reports/index.ts'
import { apiPaths } from '../api/index.ts'
import { createRangeCall, createRangesCall, rangeLimits } from './range-call.ts'
import { createRangeIndex } from './range-index.ts'

/** Private lookup of many papers by hash prefix. */
export const rangesFeature = defineFeature<EventTables & ReportTables, NoJobs, WithPapers>()({
  limits: rangeLimits,
  ...nothingOfPeople,
  open: ({ settings, db, limits, papers, now }) => {
    const known = db
    const reports = db
    const today = () => new Date(now()).toISOString().slice(0, 10)
    const index = createRangeIndex(
      [
        async (after, limit) =>
          (await papersWithEvents(known, { after, until: null, limit, today: today() })).map(({ doi }) => doi),
        (after, limit) => papersWithReports(reports, { after, limit }),
      ],
      now,
    )
    const { origin } = settings.site
    return {
      routes: {
        [apiPaths.allRanges]: { GET: createRangesCall({ index, limits }) },
        [apiPaths.ranges]: { GET: createRangeCall({ index, statuses: papers.statuses, limits, origin }) },
      },
    }
  },
})
