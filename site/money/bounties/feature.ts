import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import type { TellsOffers } from '../../news/front/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createTitleOf } from '../../paper/papers/index.ts'
import type { LedgerTables } from '../ledger/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import { createLook } from './look-job.ts'
import { createBountyMailJob } from './mail-job.ts'
import { offersReader } from './offers.ts'
import type { BountyJobs } from './plan.ts'
import type { BountyDatabase } from './read-standing.ts'
import { bountySection } from './section.ts'
import { bountyMigration } from './tables.ts'

type Tables = BountyDatabase & ActivityTables

/** Bounty states of papers and notifications of their changes. */
export const bountiesFeature = defineFeature<Tables, BountyJobs, WithStripe & WithPapers, TellsOffers<Tables>>()({
  migrations: [bountyMigration],
  paperSection: bountySection,
  ...nothingOfPeople,
  offers: db => offersReader(db.$pickTables<keyof LedgerTables>()),
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
  }),
})
