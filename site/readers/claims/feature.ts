import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { defineFeature } from '../../kit/feature/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createNamePaper, createTitleOf } from '../../paper/papers/index.ts'
import type { DraftTables } from '../drafts/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { createClaimCalls } from './claim-calls.ts'
import { claimPage } from './claim-page.ts'
import { forgetClaimant } from './forget-claimant.ts'
import { exportClaims, myClaims } from './mine.ts'
import { createNearEnd } from './near-end.ts'
import { type ClaimJobs, createPlanEnd } from './plans.ts'
import { claimSection } from './section.ts'
import { type ClaimTables, claimLocaleMigration, claimsMigration } from './store.ts'

const limits = {
  /** Claims renewed or withdrawn, by one person. */
  changeClaim: { points: 60, perSeconds: 24 * 60 * 60 },
} as const

/** Claims on reproductions. The endpoint that accepts claims also accepts reports and belongs to these. */
export const claimsFeature = defineFeature<
  ClaimTables & ActivityTables & ModerationTables & OutboxTables & DraftTables,
  ClaimJobs,
  WithPapers
>()({
  migrations: [claimsMigration, claimLocaleMigration],
  limits,
  pages: [claimPage],
  paperSection: claimSection,
  moveToAccount: null,
  deleteAccount: forgetClaimant,
  mine: myClaims,
  exportOf: exportClaims,
  open: ({ settings, db, outbox, mailer, limits, people, papers, pages, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const planEnd = createPlanEnd(outbox)
    const titleOf = createTitleOf(papers.facts)
    const calls = createClaimCalls({ db, people, pages, limits, namePaper, planEnd, now })
    return {
      jobs: createNearEnd({ db, mailer, titleOf, origin: settings.site.origin, now }),
      paperRoutes: { claim: { GET: calls.show, POST: calls.change } },
    }
  },
})
