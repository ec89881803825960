import { paths } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { ledgerAccountsMigration, ledgerMigration } from '../ledger/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import { createFeesJob } from './fees-job.ts'
import { paymentMigration } from './store.ts'
import type { PaymentDatabase, PaymentJobs } from './take-event.ts'
import { createWebhookCall } from './webhook-call.ts'

/** Stripe payment events and their ledger entries. */
export const paymentsFeature = defineFeature<PaymentDatabase, PaymentJobs, WithStripe>()({
  migrations: [ledgerMigration, ledgerAccountsMigration, paymentMigration],
  ...nothingOfPeople,
  open: ({ db, stripe, now }) => {
    const idle = { 'payments.fees': async () => {} }
    if (stripe === null) return { jobs: idle }
    return {
      jobs: createFeesJob({ db, stripe, now }),
      routes: { [paths.stripeEvents]: { POST: createWebhookCall({ db, stripe, now }) } },
    }
  },
})
