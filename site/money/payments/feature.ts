import { paths } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { ledgerAccountsMigration, ledgerMigration } from '../ledger/index.ts'
import { createFeesJob } from './fees-job.ts'
import { paymentMigration } from './store.ts'
import type { PaymentDatabase, PaymentJobs } from './take-event.ts'
import { createWebhookCall } from './webhook-call.ts'

/** What Stripe tells of payments, and the books that follow from it. */
export const paymentsFeature = {
  migrations: [ledgerMigration, ledgerAccountsMigration, paymentMigration],
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
  open: ({ db, stripe, now }) => {
    const idle = { 'payments.fees': async () => {} }
    if (stripe === null) return { jobs: idle, middleware: [], routes: {}, paperRoutes: {} }
    return {
      jobs: createFeesJob({ db, stripe, now }),
      middleware: [],
      routes: { [paths.stripeEvents]: { POST: createWebhookCall({ db, stripe, now }) } },
      paperRoutes: {},
    }
  },
} as const satisfies Feature<PaymentDatabase, PaymentJobs, Record<never, never>, null>
