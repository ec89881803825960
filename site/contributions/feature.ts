import type { ActivityTables } from '../activity/index.ts'
import { paths } from '../doi/index.ts'
import type { Feature } from '../feature/index.ts'
import type { LedgerTables } from '../ledger/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { createNamePaper } from '../papers/index.ts'
import { createContributionCalls } from './calls.ts'
import { createComeBack } from './come-back.ts'
import { contributePage } from './contribute-page.ts'
import { exportContributions, forgetGiver, moveContributions } from './keep-contributions.ts'
import { createMailJob } from './mail-job.ts'
import { myContributions } from './mine.ts'
import { moderatedContributions } from './moderated-contributions.ts'
import type { ContributionJobs } from './plan-mail.ts'
import { poolPage } from './pool-page.ts'
import { bountySection } from './section.ts'
import { type ContributionTables, contributionMigration } from './store.ts'

type Tables = ContributionTables & LedgerTables & ModerationTables & ActivityTables

const limits = {
  /** Contributions begun. */
  contribute: { points: 30, perSeconds: 60 * 60 },
  /** Asking what has come of one. */
  sessionDetails: { points: 120, perSeconds: 60 },
} as const

/** Money for the reproduction of a paper, its bounty, or for the pool: the form, what came of it, the receipt. */
export const contributionsFeature = {
  migrations: [contributionMigration],
  limits,
  pages: [contributePage, poolPage],
  paperSection: bountySection,
  moderated: moderatedContributions,
  attempts: null,
  notes: null,
  moveToAccount: moveContributions,
  noteProof: null,
  deleteAccount: forgetGiver,
  mine: myContributions,
  exportOf: exportContributions,
  open: ({ settings, db, stripe, people, papers, pages, mailer, limits, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const calls = createContributionCalls({ db, settings, stripe, people, pages, limits, namePaper, now })
    const titleOf = async (doi: Parameters<typeof papers.facts.findNear>[0]) => {
      const found = await papers.facts.findNear(doi)
      return found.kind === 'found' ? found.facts.title : null
    }
    const { origin } = settings.site
    const isSandbox = stripe?.isSandbox ?? false
    const contributions = db.$pickTables<keyof ContributionTables>()
    return {
      jobs: createMailJob({ db: contributions, mailer, titleOf, origin, isSandbox }),
      middleware: [createComeBack({ db: contributions, pages })],
      routes: {
        [paths.pool]: { GET: calls.pool },
        [paths.contributeToPool]: { POST: calls.contributeToPool },
        [paths.sessionDetails]: { GET: calls.sessionDetails },
      },
      paperRoutes: { contribute: { GET: calls.page, POST: calls.contributeToBounty } },
    }
  },
} as const satisfies Feature<Tables, ContributionJobs, typeof limits, typeof bountySection>
