import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createNamePaper, createTitleOf } from '../../paper/papers/index.ts'
import type { Moderates, ModerationTables } from '../../readers/moderation/index.ts'
import type { LedgerTables } from '../ledger/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import { createContributionCalls } from './calls.ts'
import { createComeBack } from './come-back.ts'
import { contributePage } from './contribute-page.ts'
import { exportContributions, forgetGiver, moveContributions } from './keep-contributions.ts'
import { createMailJob } from './mail-job.ts'
import { myContributions } from './mine.ts'
import { moderatedContributions } from './moderated-contributions.ts'
import type { ContributionJobs } from './plan-mail.ts'
import { poolPage } from './pool-page.ts'
import { type ContributionTables, contributionMigration, contributionPaymentMigration } from './store.ts'

type Tables = ContributionTables & LedgerTables & OutboxTables & ModerationTables & ActivityTables & SignInTables

const limits = {
  /** Contributions begun. */
  contribute: { points: 30, perSeconds: 60 * 60 },
  /** Asking about the state of one. */
  sessionDetails: { points: 120, perSeconds: 60 },
} as const

/** Money for the reproduction of a paper, its bounty, or for the pool: the form, the outcome, the receipt. */
export const contributionsFeature = defineFeature<
  Tables,
  ContributionJobs,
  WithStripe & WithPapers,
  Moderates<Tables>
>()({
  migrations: [contributionMigration, contributionPaymentMigration],
  limits,
  pages: [contributePage, poolPage],
  moderated: moderatedContributions,
  moveToAccount: moveContributions,
  deleteAccount: forgetGiver,
  mine: myContributions,
  exportOf: exportContributions,
  open: ({ settings, db, stripe, people, papers, pages, mailer, limits, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const calls = createContributionCalls({
      db,
      settings,
      stripe,
      people,
      pages,
      limits,
      namePaper,
      summaries: papers.summaries,
      now,
    })
    const titleOf = createTitleOf(papers.facts)
    const { origin } = settings.site
    const isSandbox = stripe?.isSandbox ?? false
    const contributions = db.$pickTables<keyof ContributionTables>()
    return {
      jobs: createMailJob({ db: contributions, mailer, titleOf, origin, isSandbox }),
      middleware: { withSession: [createComeBack({ db: contributions, people, pages })] },
      routes: {
        [paths.pool]: { GET: calls.pool },
        [paths.contributeToPool]: { POST: calls.contributeToPool },
        [paths.sessionDetails]: { GET: calls.sessionDetails },
      },
      paperRoutes: { contribute: { GET: calls.page, POST: calls.contributeToBounty } },
    }
  },
})
