import { paths, storedDoi } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import { frontReader, type WithOffers } from '../../news/front/pages.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { examples } from './examples.ts'
import { homePage } from './home-page.ts'

/** The home page: a field to find a paper, and the latest of every list. */
export const homeFeature = defineFeature<ActivityTables, NoJobs, WithPapers & WithOffers>()({
  pages: [homePage],
  open: ({ db, papers, offers, pages }) => {
    const readFront = frontReader(db, papers.summaries, offers)
    const exampleDois = examples.map(({ doi }) => storedDoi(doi))
    const keys = [cacheKeys.lists]
    return {
      routes: { [paths.home]: { GET: c => pages.showToAll(c, homePage, () => readFront(exampleDois), { keys }) } },
    }
  },
})
