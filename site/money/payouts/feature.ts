import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createTitleOf } from '../../paper/papers/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import { awardsPage } from './awards-page.ts'
import { createPayoutCalls } from './calls.ts'
import { exportAwards, forgetReporterPay, myAwards } from './keep-payouts.ts'
import { createPayoutMailJob } from './mail-job.ts'
import type { PayoutJobs } from './plan.ts'
import { createSend } from './send-job.ts'
import type { SettleTables } from './settle.ts'
import { type PayoutTables, payeesAskedAgainMigration, payoutMigration, payoutQuestionMigration } from './tables.ts'

type Tables = SettleTables & SignInTables & ReportTables & ClaimTables

const limits = {
  /** Saying how to be paid, by one person. */
  howPaid: { points: 30, perSeconds: 60 * 60 },
} as const

/** Payouts of awards, by Stripe or by hand, and their outcome. */
export const payoutsFeature = defineFeature<Tables, PayoutJobs, WithStripe & WithPapers>()({
  migrations: [payoutMigration, payoutQuestionMigration, payeesAskedAgainMigration],
  limits,
  pages: [awardsPage],
  moveToAccount: null,
  deleteAccount: (tx, account) => forgetReporterPay(tx.$pickTables<keyof SettleTables>(), account),
  mine: myAwards,
  exportOf: (db, account) => exportAwards(db.$pickTables<keyof PayoutTables>(), account),
  open: ({ settings, db, stripe, people, papers, pages, mailer, limits, now }) => {
    const settle = db.$pickTables<keyof SettleTables>()
    const { origin } = settings.site
    const calls = createPayoutCalls({
      db: settle,
      stripe,
      people,
      pages,
      limits,
      summaries: papers.summaries,
      origin,
      now,
    })
    const titleOf = createTitleOf(papers.facts)
    const isSandbox = stripe?.isSandbox ?? false
    return {
      jobs: {
        'payouts.send': stripe?.hasConnect === true ? createSend({ db: settle, stripe, now }) : async () => {},
        'payouts.mail': createPayoutMailJob({ db, mailer, titleOf, origin, isSandbox }),
      },
      routes: {
        [paths.awards]: { GET: calls.page, POST: calls.byHand },
        [paths.payByStripe]: { POST: calls.byStripe },
        [paths.declineAwards]: { POST: calls.decline },
      },
    }
  },
})
