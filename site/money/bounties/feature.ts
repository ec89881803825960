import type { Feature } from '../../kit/feature/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { createTitleOf } from '../../paper/papers/index.ts'
import { createLook } from './look-job.ts'
import { createBountyMailJob } from './mail-job.ts'
import type { BountyJobs } from './plan.ts'
import type { BountyDatabase } from './read-standing.ts'
import { bountyMigration } from './tables.ts'

/** Where the bounty of each paper stands, and who is told when that changes. */
export const bountiesFeature = {
  migrations: [bountyMigration],
  limits: {},
  pages: [],
  paperSection: null,
  moderated: null,
  attempts: null,
  notes: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  mine: null,
  exportOf: null,
  open: ({ settings, db, stripe, papers, mailer, now }) => ({
    jobs: {
      'bounties.look': createLook({ db, currency: settings.contributions.currency, now }),
      'bounties.mail': createBountyMailJob({
        db,
        mailer,
        titleOf: createTitleOf(papers.facts),
        origin: settings.site.origin,
        isSandbox: stripe?.isSandbox ?? false,
      }),
    },
    middleware: [],
    routes: {},
    paperRoutes: {},
  }),
} as const satisfies Feature<BountyDatabase & ActivityTables, BountyJobs, Record<never, never>, null>
