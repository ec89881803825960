import { openFindWorks, type SearchTables } from '../../finding/search/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { apiLimits } from './api-limits.ts'
import { apiPaths } from './api-paths.ts'
import { createBatchCall } from './batch-call.ts'
import { createEventsCall } from './events-call.ts'
import { createPaperCall } from './paper-call.ts'
import { answerPreflight } from './preflight.ts'
import { type PaperAnswerTables, paperAnswersReader } from './read-paper-answers.ts'
import { createReportCall } from './report-call.ts'
import { createSearchCall } from './search-call.ts'

/** Public API: papers, search, reports and events. No key and no session. */
export const apiFeature = defineFeature<PaperAnswerTables & SearchTables, NoJobs, WithPapers & WithWorks>()({
  limits: apiLimits,
  ...nothingOfPeople,
  open: ({ settings, now, db, limits, papers, searchWorks, outside }) => {
    const { origin } = settings.site
    const tables = db
    const answers = paperAnswersReader(tables, { papers, origin })
    const findWorks = openFindWorks({
      settings,
      now,
      db: db,
      papers,
      searchWorks,
      outside,
    })
    return {
      middleware: { beforeSession: [answerPreflight] },
      routes: {
        [apiPaths.papers]: { GET: createPaperCall({ papers, answers, limits }) },
        [apiPaths.batch]: { POST: createBatchCall({ answers, limits, origin }) },
        [apiPaths.search]: { GET: createSearchCall({ findWorks, statuses: papers.statuses, limits, origin }) },
        [apiPaths.reports]: { GET: createReportCall({ db: tables, limits, origin }) },
        [apiPaths.events]: { GET: createEventsCall({ db: tables, limits, origin, now }) },
      },
    }
  },
})
