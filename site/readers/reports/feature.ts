import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { WithProofs } from '../../accounts/proofs/index.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { TellsAttempts, WithPapers } from '../../paper/papers/index.ts'
import { createNamePaper } from '../../paper/papers/index.ts'
import { type ClaimTables, createPlanEnd, createSubmitClaim } from '../claims/index.ts'
import { sendingLimits } from '../claims-and-reports/index.ts'
import type { DraftTables } from '../drafts/index.ts'
import type { Moderates, ModerationTables } from '../moderation/index.ts'
import { attemptsReader } from './attempts.ts'
import { forgetReporter } from './forget-reporter.ts'
import { exportReports, myReports } from './mine.ts'
import { moderatedReports } from './moderated-reports.ts'
import { reportPage, reportsPage, reproducePage } from './pages.ts'
import { createReproduceCalls } from './reproduce-call.ts'
import { type AuthorsOf, createShowReportCall } from './show-report.ts'
import { createSubmitReportCall } from './submit-report.ts'
import { countedReportsMigration, type ReportTables, reportsByHashMigration, reportsMigration } from './tables.ts'

const limits = {
  ...sendingLimits,
  /** Automatic draft saves while typing. */
  reportDraft: { points: 1_200, perSeconds: 60 * 60 },
} as const

type Tables = ReportTables & ClaimTables & ModerationTables & ActivityTables & OutboxTables & SignInTables & DraftTables

/** Reproduction reports: the wizard, the route for reports and claims, report pages, and their evidence on papers. */
export const reportsFeature = defineFeature<
  Tables,
  NoJobs,
  WithProofs & WithPapers,
  Moderates<Tables> & TellsAttempts<Tables>
>()({
  migrations: [reportsMigration, countedReportsMigration, reportsByHashMigration],
  limits,
  pages: [reportPage, reportsPage, reproducePage],
  moderated: moderatedReports,
  attempts: attemptsReader,
  moveToAccount: null,
  deleteAccount: (tx, account) =>
    forgetReporter(tx.$pickTables<keyof (ReportTables & ActivityTables & ModerationTables)>(), account),
  mine: myReports,
  exportOf: (db, account) => exportReports(db.$pickTables<keyof ReportTables>(), account),
  open: ({ settings, db, outbox, limits, proofs, people, papers, pages, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const guard = { limits, proofs }
    const reproduce = createReproduceCalls({ db, people, pages, limits, namePaper, now })
    // All features share one outbox, so the claims feature handles jobs enqueued for a claim.
    const planEnd = createPlanEnd(outbox as unknown as Parameters<typeof createPlanEnd>[0])
    const submitClaim = createSubmitClaim({ db, guard, planEnd, now })
    const submit = createSubmitReportCall({ db, people, guard, submitClaim, showAgain: reproduce.showAgain, now })
    const authorsOf: AuthorsOf = async doi => {
      const found = await papers.facts.findNear(doi)
      return found.kind === 'found' ? found.facts.authors : []
    }
    const show = createShowReportCall({ db, people, pages, namePaper, authorsOf, origin: settings.site.origin })
    return {
      paperRoutes: {
        audit: { GET: show, POST: submit },
        reproduce: { GET: reproduce.page, POST: reproduce.keep, DELETE: reproduce.discard },
      },
    }
  },
})
