import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createListCalls } from './list-calls.ts'
import type { WithOffers } from './offers.ts'
import { recentPage, wantedPage } from './pages.ts'

/** Site-wide lists: recent updates and replications wanted. */
export const frontFeature = defineFeature<ActivityTables, NoJobs, WithPapers & WithOffers>()({
  pages: [recentPage, wantedPage],
  open: ({ mayBeOld, papers, pages, offers }) => {
    const { recent, wanted } = createListCalls({ mayBeOld, summaries: papers.summaries, offers, pages })
    return {
      routes: {
        [paths.recent()]: { GET: recent },
        [paths.wanted()]: { GET: wanted },
        [paths.retractions]: { GET: c => c.redirect(paths.recent('retractions'), 308) },
      },
    }
  },
})
