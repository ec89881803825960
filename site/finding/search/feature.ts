import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { createSearchCall } from './calls.ts'
import { openFindWorks } from './open-find-works.ts'
import { resultsPage } from './results-page.ts'

const limits = {
  /** Searches; a fast typist makes about one a second. */
  search: { points: 120, perSeconds: 60 },
} as const

/** Finding papers: suggestions while one types, and the page of results. */
export const searchFeature = defineFeature<SearchTables, NoJobs, WithPapers & WithWorks>()({
  migrations: [searchMigration],
  limits,
  pages: [resultsPage],
  ...nothingOfPeople,
  open: ({ settings, now, db, limits, papers, searchWorks, outside, pages }) => {
    const findWorks = openFindWorks({ settings, now, db, papers, searchWorks, outside })
    return {
      routes: {
        [paths.search()]: {
          GET: createSearchCall({
            findWorks,
            statuses: papers.statuses,
            limits,
            page: (c, model, status) => pages.show(c, resultsPage, model, status),
          }),
        },
      },
    }
  },
})
