import type { HttpEnv } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { openFindWorks, type SearchTables } from '../../finding/search/index.ts'
import { isApiPath } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { apiLimits } from './api-call.ts'
import { createEventsCall } from './events-call.ts'
import { createPaperCall } from './paper-call.ts'
import { apiPaths, preflightHeaders } from './problem.ts'
import { type PaperAnswerTables, paperAnswersReader } from './read-paper-answers.ts'
import { createBatchCall, createReportCall } from './report-call.ts'
import { createSearchCall } from './search-call.ts'

/** Answers `OPTIONS` below the API, which browsers send before they send a call of another origin's page. */
const answerPreflight: MiddlewareHandler<HttpEnv> = async (c, next) =>
  c.req.method === 'OPTIONS' && isApiPath(c.req.path) ? c.body(null, 204, preflightHeaders) : next()

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
