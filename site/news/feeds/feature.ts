import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WatchTables } from '../watches/index.ts'
import { createFeedCall } from './feed-call.ts'

const limits = {
  /** Feed readers ask every quarter of an hour, for each feed. */
  feed: { points: 300, perSeconds: 10 * 60 },
} as const

/** Atom feeds of a paper, of all papers by kind, and of a user's watched papers. */
export const feedsFeature = defineFeature<WatchTables & ActivityTables, NoJobs, WithPapers>()({
  limits,
  open: ({ settings, db, mayBeOld, papers, limits }) => {
    const call = createFeedCall({ db, mayBeOld, summaries: papers.summaries, limits, origin: settings.site.origin })
    return { routes: { [paths.feeds]: { GET: call } } }
  },
})
